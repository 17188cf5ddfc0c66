import { toDeprecation } from "../../../../src/shared/deprecation.ts";
import { requestLine } from "../../api/contract.ts";
import type { Bench } from "../../state/workbench.ts";
import { CopyButton } from "../controls/copy-button.tsx";
import { DeprecationNote } from "./deprecation-note.tsx";
import { LongMarkdown } from "../controls/long-markdown.tsx";
import { SchemaDetails } from "./schema-details.tsx";
import { OperationChip, TypeChip } from "../controls/type-chip.tsx";

export function OperationHead({ bench }: { readonly bench: Bench }) {
  const { spec } = bench;
  const { id, name, title, type, version, description, tags, origin, accessControl, idempotent } = spec;
  const { requiredScopes = [], requiredScopesAny = [] } = accessControl ?? {};
  const deprecation = toDeprecation(spec.deprecated);
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
      {requestLine(spec) !== undefined && (
        <p class="operation-request">
          <OperationChip {...spec} />
          <code>{spec.path}</code>
        </p>
      )}
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
      {description !== "" && description !== title && <LongMarkdown class="operation-words" text={description} />}
      {tags !== undefined && tags.length > 0 && (
        <ul class="tags" aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag} class="tag">
              {tag}
            </li>
          ))}
        </ul>
      )}
      <SchemaDetails bench={bench} />
    </header>
  );
}
