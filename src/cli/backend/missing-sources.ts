import type { SourceStatus } from "../../entries/hub.ts";

type Status = Pick<SourceStatus, "name" | "kind" | "state" | "error" | "report">;

/** The sources of which operations are not there, and why. */
export function missingSources(statuses: readonly Status[]): string[] {
  return statuses.flatMap((status) => {
    const why = status.state === "ready" ? quarantineText(status) : connectionText(status);
    return why === undefined ? [] : [`${status.name} (${status.kind}) ${why}`];
  });
}

function connectionText({ state, error }: Status): string {
  const what = state === "connecting" ? "is still connecting" : "is not connected";
  return `${what}${error === undefined ? "" : `: ${error}`}`;
}

/** Somebody whose first operation has a mistake looks for it in vain. */
function quarantineText({ report }: Status): string | undefined {
  const count = report?.counts.quarantined ?? 0;
  if (count === 0) return undefined;
  return `has ${count} quarantined operation${count === 1 ? "" : "s"}: "operations check" says why`;
}
