import { useState } from "preact/hooks";
import { toDeprecation } from "../../../../src/shared/deprecation.ts";
import type { LoadedOperation } from "../../api/contract.ts";
import { formatCount } from "../../data/format.ts";
import { CopyButton } from "../controls/copy-button.tsx";
import { DeprecationNote } from "./deprecation-note.tsx";
import { MarkdownView } from "../controls/markdown-view.tsx";
import { SchemaDetails } from "./schema-details.tsx";
import { TypeChip } from "../controls/type-chip.tsx";

export function OperationHead({ spec }: { readonly spec: LoadedOperation }) {
  const { id, name, title, type, version, description, tags, origin, accessControl, idempotent } = spec;
  const { requiredScopes = [], requiredScopesAny = [] } = accessControl ?? {};
  const deprecation = toDeprecation(spec.deprecated);
  const errors = Object.entries(spec.errorSchemas ?? {});
  return (
    <header class="operation-head">
      <div class="operation-title">
        <h1>{title ?? name}</h1>
        <TypeChip type={type} />
        {idempotent === true && (
          <span class="tag" title="Repeating it has no further effect">
            idempotent
          </span>
        )}
        {deprecation !== undefined && <span class="tag deprecated">deprecated</span>}
      </div>
      <p class="operation-id">
        <code>{id}</code>
        <CopyButton text={id} label="Copy the id" />
        <span class="muted">version {version}</span>
        {origin !== undefined && (
          <span class="muted">from {[origin.source, origin.location].filter(Boolean).join(" · ")}</span>
        )}
        {requiredScopes.length > 0 && <span class="muted">needs {requiredScopes.join(", ")}</span>}
        {requiredScopesAny.length > 0 && <span class="muted">needs one of {requiredScopesAny.join(", ")}</span>}
      </p>
      {deprecation !== undefined && <DeprecationNote deprecation={deprecation} />}
      {description !== "" && description !== title && <Words text={description} />}
      {tags !== undefined && tags.length > 0 && (
        <ul class="tags" aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag} class="tag">
              {tag}
            </li>
          ))}
        </ul>
      )}
      {errors.length > 0 && (
        <details class="declared-errors">
          <summary>{formatCount(errors.length, "declared error")}</summary>
          <dl>
            {errors.map(([code, { description: words, httpStatus }]) => (
              <div key={code}>
                <dt>
                  <code>{code}</code>
                  {httpStatus !== undefined && <span class="muted"> {httpStatus}</span>}
                </dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      <SchemaDetails spec={spec} />
    </header>
  );
}

/** A longer description is cut, so that the form stays on the screen. */
const LONGEST_WORDS = 500;
const MOST_LINES = 6;

function Words({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > LONGEST_WORDS || text.split("\n").length > MOST_LINES;
  return (
    <div class="operation-words">
      <div class={isLong && !isWhole ? "clipped" : undefined}>
        <MarkdownView text={text} />
      </div>
      {isLong && (
        <button type="button" class="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show less" : "Show the whole description"}
        </button>
      )}
    </div>
  );
}
