import { useMemo } from "preact/hooks";
import type { LoadedOperation } from "../../api/contract.ts";
import { textOfValue } from "../../data/data-rows.ts";
import { documentedTypes } from "../../state/operation-types.ts";
import type { DocumentedType, TypeExample } from "../../state/operation-types.ts";
import { CopyButton } from "../controls/copy-button.tsx";
import { MarkdownView } from "../controls/markdown-view.tsx";

interface OperationTypesViewProps {
  readonly spec: LoadedOperation;
  /** Puts an input into the form. */
  readonly onUse: (input: unknown) => void;
}

/** The input and output types, as documentation. */
export function OperationTypesView({ spec, onUse }: OperationTypesViewProps) {
  const types = useMemo(() => documentedTypes(spec), [spec]);
  return (
    <div class="type-docs">
      {spec.example !== undefined && (
        <section>
          <div class="type-head">
            <h3>Example</h3>
            <button type="button" class="button small" onClick={() => onUse(spec.example)}>
              Use it
            </button>
          </div>
          <pre class="code-block" tabIndex={0} aria-label="Example">
            {textOfValue(spec.example)}
          </pre>
        </section>
      )}
      {types.map((documented) => (
        <TypeSection key={documented.title} documented={documented} />
      ))}
    </div>
  );
}

function TypeSection({ documented }: { readonly documented: DocumentedType }) {
  const { title, words, text, isCut, example } = documented;
  return (
    <section>
      <div class="type-head">
        <h3>{title}</h3>
        {text !== "" && <CopyButton text={text} label={`Copy the type: ${title}`} />}
      </div>
      {words !== undefined && <MarkdownView text={words} />}
      {text !== "" && (
        <pre class="code-block" tabIndex={0} aria-label={`Type: ${title}`}>
          {text}
        </pre>
      )}
      {isCut && <p class="hint">The whole type is too long to read. The schema has all of it.</p>}
      {example !== undefined && <ExampleOf title={title} example={example} />}
    </section>
  );
}

function ExampleOf({ title, example: { value, isMade } }: { readonly title: string; readonly example: TypeExample }) {
  return (
    <>
      <p class="hint">{isMade ? "An example, made from the schema:" : "An example:"}</p>
      <pre class="code-block" tabIndex={0} aria-label={`Example: ${title}`}>
        {textOfValue(value)}
      </pre>
    </>
  );
}
