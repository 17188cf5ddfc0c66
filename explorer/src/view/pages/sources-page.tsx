import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { SourceList, SourceStatus } from "../../api/contract.ts";
import { useApp } from "../hooks/app-context.ts";
import type { DocName } from "../../docs/doc-address.ts";
import { DocLink } from "../controls/doc-link.tsx";
import { Failure } from "../controls/failure.tsx";
import { formatCount, formatDate } from "../../data/format.ts";
import { ImportReportView } from "../data/import-report-view.tsx";
import { LockChanges } from "./lock-changes.tsx";
import { LoginList } from "./login-list.tsx";
import { NextTry } from "../controls/next-try.tsx";
import { SourceActions, SourceOff } from "./source-actions.tsx";
import { usePolled } from "../hooks/use-polled.ts";

const REFRESH_MS = 5000;

/** The state of each source. */
export function SourcesPage() {
  const { client } = useApp();
  const [asked, setAsked] = useState(0);
  const loaded = usePolled(() => client.sources(), REFRESH_MS, asked);
  const askAgain = (): void => setAsked((times) => times + 1);
  return (
    <div class="page">
      <div class="page-head">
        <h1>Sources</h1>
        <DocLink to="sources">How to configure them</DocLink>
      </div>
      <LockChanges />
      <LoginList />
      {loaded === undefined && <p class="loading">Loading sources…</p>}
      {loaded !== undefined && "error" in loaded && <Failure error={loaded.error} />}
      {loaded !== undefined && "value" in loaded && <SourceCards list={loaded.value} onSwitch={askAgain} />}
    </div>
  );
}

interface SourceCardsProps {
  readonly list: SourceList | undefined;
  readonly onSwitch: () => void;
}

function SourceCards({ list, onSwitch }: SourceCardsProps) {
  if (list === undefined) return <p class="empty">This server is not a hub, so it has no sources.</p>;
  const { sources, off } = list;
  if (sources.length === 0 && (off ?? []).length === 0)
    return <p class="empty">There are no sources that you can see.</p>;
  return (
    <ul class="sources">
      {sources.map((source) => (
        <SourceCard key={`${source.kind} ${source.name}`} source={source}>
          {off !== undefined && source.kind !== "spoke" && <SourceActions source={source} onDone={onSwitch} />}
        </SourceCard>
      ))}
      {off?.map((source) => (
        <SourceOff key={`${source.kind} ${source.name}`} source={source} onDone={onSwitch} />
      ))}
    </ul>
  );
}

/** The documentation page for each kind of source. */
const docOfKind: Readonly<Record<string, DocName>> = {
  local: "operations",
  openapi: "openapi",
  mcp: "mcp",
  hub: "spokes",
  spoke: "spokes",
  custom: "writeASource",
};

const stateLooks = { ready: "good", connecting: "running", failed: "bad", closed: "warn" } as const;

interface SourceCardProps {
  readonly source: SourceStatus;
  readonly children: ComponentChildren;
}

function SourceCard({ source, children }: SourceCardProps) {
  const { name, kind, state, operations, error, where, retryAt, since, report, sessions } = source;
  const doc = docOfKind[kind];
  return (
    <li class="source">
      <div class="source-head">
        <h2>{name}</h2>
        <span class="tag">{kind}</span>
        <span class={`status ${stateLooks[state]}`}>{state}</span>
      </div>
      <p class="muted">
        {formatCount(operations, "operation")}
        {`, ${state} since ${formatDate(Date.parse(since))}`}
        {sessions !== undefined && `, ${sessions.running} of ${formatCount(sessions.max, "session")}`}
      </p>
      {error !== undefined && (
        <div class="notice danger">
          <p>
            {where !== undefined && <code>{where}: </code>}
            {error}{" "}
            {doc !== undefined && (
              <DocLink to={doc} class="link">
                About such sources
              </DocLink>
            )}
          </p>
          {retryAt !== undefined && (
            <p>
              <NextTry at={Date.parse(retryAt)} />
            </p>
          )}
        </div>
      )}
      {report !== undefined && <ImportReportView report={report} source={name} />}
      {children}
    </li>
  );
}
