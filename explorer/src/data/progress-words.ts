import type { Progress } from "../../../src/entries/index.ts";

/** From 0 to 1; undefined if the total is unknown. */
export function shareOf({ progress, total }: Progress): number | undefined {
  return total === undefined || total <= 0 ? undefined : Math.min(1, Math.max(0, progress / total));
}

/** `25%, 30 of 120`; `30 so far` if the total is unknown. */
export function progressWords(progress: Progress): string {
  const share = shareOf(progress);
  const done = progress.progress.toLocaleString("en");
  if (share === undefined) return `${done} so far`;
  return `${String(Math.floor(share * 100))}%, ${done} of ${(progress.total ?? 0).toLocaleString("en")}`;
}
