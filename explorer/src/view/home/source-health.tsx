import type { SourceStatus } from "../../api/contract.ts";
import { formatCount } from "../../data/format.ts";
import { routeHash } from "../../state/page-router.ts";
import { NextTry } from "../controls/next-try.tsx";

const looks = { ready: "good", connecting: "running", failed: "bad", closed: "warn" } as const;
const order = ["failed", "connecting", "closed"];

interface SourceHealthProps {
  readonly sources: readonly SourceStatus[];
  /** What the config names, and no operation has. */
  readonly warnings: readonly string[];
}

/** The sources with problems and their reasons, one line for all others, and mistakes in the config. */
export function SourceHealth({ sources, warnings }: SourceHealthProps) {
  if (sources.length === 0) return null;
  const ready = sources.filter(({ state }) => state === "ready");
  const others = sources.filter(({ state }) => state !== "ready");
  others.sort((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
  return (
    <section class="home-section" aria-labelledby="health">
      <h2 id="health">
        Sources <a href={routeHash({ page: "sources" })}>Details</a>
      </h2>
      <ul class="health">
        {others.map((source) => (
          <TroubledSource key={`${source.kind} ${source.name}`} source={source} />
        ))}
        {ready.length > 0 && (
          <li>
            <span class="status good">ready</span>
            <span class="ready-sources">
              {ready.map(({ kind, name, operations }) => (
                <span key={`${kind} ${name}`} title={kind}>
                  <strong>{name}</strong> <span class="muted">{formatCount(operations, "operation")}</span>
                </span>
              ))}
            </span>
          </li>
        )}
        {warnings.map((warning) => (
          <li key={warning}>
            <span class="status warn">config</span>
            <p class="health-error">{warning}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TroubledSource({ source }: { readonly source: SourceStatus }) {
  const { name, kind, state, operations, error, where, retryAt } = source;
  return (
    <li>
      <span class={`status ${looks[state]}`}>{state}</span>
      <strong>{name}</strong>
      <span class="muted">
        {kind}, {formatCount(operations, "operation")}
        {retryAt !== undefined && (
          <>
            {". "}
            <NextTry at={Date.parse(retryAt)} />
          </>
        )}
      </span>
      {error !== undefined && (
        <p class="health-error">
          {where !== undefined && <code>{where}: </code>}
          {error}
        </p>
      )}
    </li>
  );
}
