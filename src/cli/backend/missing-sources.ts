import type { SourceStatus } from "../../entries/hub.ts";
import { counted } from "../../shared/short-text.ts";
import { troubleOf } from "./trouble-of.ts";

type Status = Pick<SourceStatus, "name" | "kind" | "state" | "error" | "where" | "report">;

/** The sources whose operations are missing, and why. */
export function missingSources(statuses: readonly Status[]): string[] {
  return statuses.flatMap((status) => {
    const why = status.state === "ready" ? quarantineText(status) : connectionText(status);
    return why === undefined ? [] : [`${status.name} (${status.kind}) ${why}`];
  });
}

function connectionText({ state, error, where }: Status): string {
  const what = state === "connecting" ? "is still connecting" : "is not connected";
  return `${what}${error === undefined ? "" : `: ${troubleOf(error, where)}`}`;
}

/** Otherwise, the author of a faulty operation would not learn why it is missing. */
function quarantineText({ report }: Status): string | undefined {
  const count = report?.counts.quarantined ?? 0;
  if (count === 0) return undefined;
  return `has ${counted(count, "quarantined operation")}: "operations check" says why`;
}
