import { addNoted, notedMembers } from "../../../envelope/noted-members.ts";
import type { MemberChange, NotedMembers } from "../../../envelope/noted-members.ts";
import { localEnvelope } from "../../../envelope/response-envelope.ts";
import type { ResponseEnvelope, ResponseMeta } from "../../../envelope/response-envelope.ts";
import type { Progress } from "../../../operation/operation-context.ts";
import type { Subscription } from "../../../operation/operation-env.ts";
import { within } from "../../../shared/time/wait.ts";
import { toJSON } from "../tools/tool-result.ts";

export interface CollectOptions {
  /** The operation that streams. */
  readonly id: string;
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

type Notes = { [change in MemberChange]?: NotedMembers };

/**
 * Reads a stream to its end, or up to a limit. Reports each item as progress when it comes. The `meta` says what was
 * stripped from all items, and filled in.
 */
export async function collectStream(
  stream: Subscription,
  { id, ...options }: CollectOptions,
): Promise<ResponseEnvelope<Collected>> {
  const notes: Notes = {};
  const { data, meta } = localEnvelope(await readItems(stream, options, notes), id);
  return { data, meta: Object.assign(meta, notes) };
}

async function readItems(
  stream: Subscription,
  { maxItems, maxDuration, report }: Omit<CollectOptions, "id">,
  notes: Notes,
): Promise<Collected> {
  const items: unknown[] = [];
  const until = performance.now() + maxDuration;
  try {
    while (items.length < maxItems) {
      const step = await within(stream.next(), until - performance.now(), TIME_UP);
      if (step === TIME_UP) break;
      if (step.done === true) return { items, complete: true };
      const { data, meta } = step.value;
      const { encoded, text } = toJSON(data);
      noteItem(notes, meta, items.length);
      items.push(encoded ?? null);
      report({ progress: items.length, message: text ?? "null" });
    }
    return { items, complete: false };
  } catch (thrown) {
    // An item that can't be written: the audit must not say that its reader had all it wanted.
    await stream.throw(thrown);
    throw thrown;
  } finally {
    await stream.return();
  }
}

function noteItem(notes: Notes, meta: ResponseMeta, index: number): void {
  for (const change of ["stripped", "filled"] as const) {
    const noted = notedMembers(meta, change);
    if (noted === undefined) continue;
    const paths = noted.paths.map((path) => `/items/${index}${path}`);
    notes[change] = addNoted(notes[change], noted.count, paths);
  }
}
