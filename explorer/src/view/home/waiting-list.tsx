import type { HubActivity, SourceStatus } from "../../api/contract.ts";
import { formatClock, formatCount } from "../../data/format.ts";
import { routeHash } from "../../state/page-router.ts";
import type { PageName } from "../../state/page-router.ts";
import { useApp } from "../hooks/app-context.ts";

interface Item {
  readonly key: string;
  readonly text: string;
  readonly words: string;
  readonly page: PageName;
  readonly verb: string;
}

/** Everything that waits for a person. Hidden if nothing waits. */
export function WaitingList({ activity: { waiting, sources } }: { readonly activity: HubActivity }) {
  const { session } = useApp();
  const state = session.state.value;
  const scopes = state.step === "in" ? (state.info.identity?.scopes ?? []) : [];
  const verb = scopes.includes("operations:approve") ? "Answer" : "Look";
  const items: Item[] = [
    ...waiting.map(({ id, operation, caller, since }) => ({
      key: id,
      text: operation,
      words: `${caller ?? "Someone"} has been waiting for approval since ${formatClock(Date.parse(since))}`,
      page: "approvals" as const,
      verb,
    })),
    ...sources.flatMap(itemsOf),
  ];
  if (items.length === 0) return null;
  return (
    <section class="home-section" aria-labelledby="waiting">
      <h2 id="waiting">Needs attention</h2>
      <ul class="waiting-list">
        {items.map(({ key, text, words, page, verb: action }) => (
          <li key={key}>
            <strong>{text}</strong>
            <span class="muted">{words}</span>
            <a class="button small" href={routeHash({ page })} aria-label={`${action}: ${text}`}>
              {action}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function itemsOf({ name, login, quarantined = 0 }: SourceStatus): Item[] {
  const shared = { text: name, page: "sources" as const };
  return [
    ...(login === "required" ? [{ ...shared, key: `${name} login`, words: "needs a login", verb: "Log in" }] : []),
    ...(quarantined > 0
      ? [
          {
            ...shared,
            key: `${name} lock`,
            words: `has ${formatCount(quarantined, "changed operation")}`,
            verb: "Review",
          },
        ]
      : []),
  ];
}
