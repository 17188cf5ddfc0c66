import type { Progress } from "../../entries/index.ts";

/** How far a call is, in a few words: `25 % reading`. */
export function progressText({ progress, total, message = "" }: Progress): string {
  const isShare = total !== undefined && total > 0;
  const share = isShare ? `${Math.floor(100 * Math.min(1, Math.max(0, progress / total)))} %` : String(progress);
  return `${share} ${message}`.trimEnd();
}
