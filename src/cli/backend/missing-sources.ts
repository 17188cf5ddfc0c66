import type { SourceStatus } from "../../serve.ts";

type Status = Pick<SourceStatus, "name" | "kind" | "state" | "error">;

/** The sources whose operations are not there, and why. */
export function missingSources(statuses: readonly Status[]): string[] {
  return statuses
    .filter(({ state }) => state !== "ready")
    .map(({ name, kind, state, error }) => {
      const what = state === "connecting" ? "is still connecting" : "is not connected";
      return `${name} (${kind}) ${what}${error === undefined ? "" : `: ${error}`}`;
    });
}
