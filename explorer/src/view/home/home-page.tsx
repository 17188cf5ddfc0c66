import { formatCount } from "../../data/format.ts";
import { routeHash, routeOfOperation } from "../../state/page-router.ts";
import { useApp } from "../hooks/app-context.ts";
import { openList } from "../hooks/open-list.ts";
import { CallsView } from "./calls-view.tsx";
import { SourceHealth } from "./source-health.tsx";
import { useActivity } from "./use-activity.ts";
import { WaitingList } from "./waiting-list.tsx";

/** What the hub is doing now, and what needs a person's attention. */
export function HomePage() {
  const app = useApp();
  const { catalogue, session } = app;
  const activity = useActivity();
  const operations = catalogue.operations.value ?? [];
  const state = session.state.value;
  const identity = state.step === "in" ? state.info.identity : null;
  return (
    <div class="page home">
      <header class="home-head">
        <h1>What would you like to call?</h1>
        <p class="lead">
          {identity === null ? (
            "Without a key,"
          ) : (
            <>
              As <strong>{identity.id}</strong>,
            </>
          )}{" "}
          you may call {formatCount(operations.length, "operation")}.{" "}
          <span class="only-wide">
            Choose one from the list, or press{" "}
            <span class="keys">
              <kbd>Ctrl</kbd> <kbd>K</kbd>
            </span>{" "}
            to find anything.
          </span>
        </p>
        <button type="button" class="button primary only-narrow" onClick={() => openList(app)}>
          Choose an operation
        </button>
      </header>
      {activity !== undefined && (
        <>
          <WaitingList activity={activity} />
          <SourceHealth sources={activity.sources} warnings={activity.warnings ?? []} />
          <CallsView activity={activity} />
        </>
      )}
      <RecentRuns />
      <p class="muted">
        <a href={routeHash({ page: "connect" })}>Connect an editor or assistant</a>: Claude, Cursor, VS Code and others
        use these operations as tools.
      </p>
    </div>
  );
}

/** The runs that this browser remembers. If the server is not a hub, this is the only list. */
function RecentRuns() {
  const { history, saved } = useApp();
  const recent = [...new Set(history.entries.value.map(({ operationId }) => operationId))].slice(0, 5);
  if (recent.length === 0 && saved.list.value.length === 0) return null;
  return (
    <section class="home-section" aria-labelledby="recent">
      <h2 id="recent">Recent runs</h2>
      <ul class="run-links">
        {recent.map((operationId) => (
          <li key={operationId}>
            <a class="mono" href={routeHash(routeOfOperation(operationId))}>
              {operationId}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
