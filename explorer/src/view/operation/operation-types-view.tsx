import { useMemo } from "preact/hooks";
import type { LoadedOperation } from "../../api/contract.ts";
import { textOfValue } from "../../data/data-rows.ts";
import { typesOf } from "../../state/operation-types.ts";
import type { DocumentedType } from "../../state/operation-types.ts";
import { CopyButton } from "../controls/copy-button.tsx";
import { MarkdownView } from "../controls/markdown-view.tsx";

interface OperationTypesViewProps {
  readonly spec: LoadedOperation;
  /** Puts an input into the form. */
  readonly onUse: (input: unknown) => void;
}

/** What goes in and what comes out, as documentation. */
export function OperationTypesView({ spec, onUse }: OperationTypesViewProps) {
  const types = useMemo(() => typesOf(spec), [spec]);
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

function TypeSection({ documented: { title, words, text, isCut } }: { readonly documented: DocumentedType }) {
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
    </section>
  );
}
