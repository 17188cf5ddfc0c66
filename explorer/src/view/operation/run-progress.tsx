import { useEffect } from "preact/hooks";
import { progressWords, shareOf } from "../../data/progress-words.ts";
import type { Bench } from "../../state/workbench.ts";
import { useApp } from "../hooks/app-context.ts";

/** A screen reader announces each quarter: more announcements would be too many. */
const PARTS_SPOKEN = 4;

/** The progress of a call, if the handler reports it. */
export function RunProgress({ bench }: { readonly bench: Bench }) {
  const { announce } = useApp();
  const progress = bench.runner.progress.value;
  const share = progress && shareOf(progress);
  const words = progress && progressWords(progress);
  const part = progress && Math.floor((share ?? 0) * PARTS_SPOKEN);
  useEffect(() => {
    if (words !== undefined) announce(`${bench.spec.name}: ${words}. ${progress?.message ?? ""}`);
  }, [part]);
  if (progress === undefined) return null;
  return (
    <div class="run-progress">
      <progress aria-label={`Progress of ${bench.spec.name}`} aria-valuetext={words} value={share} />
      <span class="run-progress-words">{words}</span>
      {progress.message !== undefined && (
        <span class="run-progress-message" title={progress.message}>
          {progress.message}
        </span>
      )}
    </div>
  );
}
