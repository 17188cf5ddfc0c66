import type { Progress } from "../../../operation/operation-context.ts";
import type { Subscription } from "../../../operation/operation-env.ts";
import { toJSON } from "../tools/tool-result.ts";

export interface CollectOptions {
  /** After so many items the stream is stopped. */
  readonly maxItems: number;
  /** After so many milliseconds too. */
  readonly maxDuration: number;
  readonly report: (progress: Progress) => void;
}

/** What came of a stream. */
export interface Collected {
  readonly items: unknown[];
  /** Whether the stream ended by itself. */
  readonly complete: boolean;
}

/** Reads a stream to its end, or up to a limit. Each item is told as progress when it comes. */
export async function collectStream(stream: Subscription, options: CollectOptions): Promise<Collected> {
  const { maxItems, maxDuration, report } = options;
  const items: unknown[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise<"time up">((resolve) => {
    timer = setTimeout(resolve, maxDuration, "time up");
  });
  try {
    while (items.length < maxItems) {
      const next = stream.next();
      const step = await Promise.race([next, timeUp]);
      if (step === "time up") {
        // Stopping the stream settles it, and nobody waits for it any more.
        next.catch(() => {});
        return { items, complete: false };
      }
      if (step.done === true) return { items, complete: true };
      const { encoded, text } = toJSON(step.value.data);
      items.push(encoded ?? null);
      report({ progress: items.length, message: text ?? "null" });
    }
    return { items, complete: false };
  } finally {
    clearTimeout(timer);
    await stream.return();
  }
}
