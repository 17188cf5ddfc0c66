import type { Progress } from "../../../operation/operation-context.ts";
import type { Subscription } from "../../../operation/operation-env.ts";
import { within } from "../../../shared/time/wait.ts";
import { toJSON } from "../tools/tool-result.ts";

export interface CollectOptions {
  /** Stops the stream after this many items. */
  readonly maxItems: number;
  /** Stops the stream after this many milliseconds. */
  readonly maxDuration: number;
  readonly report: (progress: Progress) => void;
}

/** What came of a stream. */
export interface Collected {
  readonly items: unknown[];
  /** Whether the stream ended by itself. */
  readonly complete: boolean;
}

const TIME_UP = Symbol("time up");

/** Reads a stream to its end, or up to a limit. Reports each item as progress when it comes. */
export async function collectStream(stream: Subscription, options: CollectOptions): Promise<Collected> {
  const { maxItems, maxDuration, report } = options;
  const items: unknown[] = [];
  const until = performance.now() + maxDuration;
  try {
    while (items.length < maxItems) {
      const step = await within(stream.next(), until - performance.now(), TIME_UP);
      if (step === TIME_UP) break;
      if (step.done === true) return { items, complete: true };
      const { encoded, text } = toJSON(step.value.data);
      items.push(encoded ?? null);
      report({ progress: items.length, message: text ?? "null" });
    }
    return { items, complete: false };
  } finally {
    await stream.return();
  }
}
