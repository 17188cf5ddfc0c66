import type { Progress } from "../api/contract.ts";

/** From 0 to 1; undefined where nobody knows how much there is. */
export function shareOf({ progress, total }: Progress): number | undefined {
  return total === undefined || total <= 0 ? undefined : Math.min(1, Math.max(0, progress / total));
}

/** `25 %, 30 of 120`, or what is known of it. */
export function progressWords(progress: Progress): string {
  const share = shareOf(progress);
  const done = progress.progress.toLocaleString("en");
  if (share === undefined) return `${done} so far`;
  return `${String(Math.floor(share * 100))} %, ${done} of ${(progress.total ?? 0).toLocaleString("en")}`;
}
