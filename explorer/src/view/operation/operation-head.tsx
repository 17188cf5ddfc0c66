import { toDeprecation } from "../../../../src/shared/deprecation.ts";
import { requestLine } from "../../api/contract.ts";
import type { LoadedOperation } from "../../api/contract.ts";
import { formatCount } from "../../data/format.ts";
import { CopyButton } from "../controls/copy-button.tsx";
import { DeprecationNote } from "./deprecation-note.tsx";
import { LongMarkdown } from "../controls/long-markdown.tsx";
import { SchemaDetails } from "./schema-details.tsx";
import { OperationChip, TypeChip } from "../controls/type-chip.tsx";

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
      {requestLine(spec) !== undefined && (
        <p class="operation-request">
          <OperationChip {...spec} />
          <code>{spec.path}</code>
        </p>
      )}
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
