import { setTimeout as sleep } from "node:timers/promises";
import type { Subscription } from "../../src/entries/index.ts";
import type { CallPlan, CallReport } from "./call-report.ts";

/** The content of a result, and of each item of a stream. */
export interface ChaosAnswer {
  readonly by: string;
  /** The number of an item, from 0. */
  readonly n: number;
}

/** The calling side as the runner needs it. peer-program.ts makes one from the protocol. */
export interface ChaosClient {
  call(plan: CallPlan, options: ChaosCallOptions): Promise<ChaosAnswer>;
  stream(plan: CallPlan, options: ChaosCallOptions): AsyncIterator<ChaosAnswer, unknown, undefined>;
}

export interface ChaosCallOptions {
  readonly deadline: number;
  readonly signal: AbortSignal;
}

/** The data of a stream's items, without their envelopes. */
export function dataOf(items: Subscription<ChaosAnswer>): AsyncIterator<ChaosAnswer, unknown, undefined> {
  return {
    async next() {
      const item = await items.next();
      return item.done === true ? item : { value: item.value.data };
    },
    async return() {
      await items.return();
      return { done: true, value: undefined };
    },
  };
}

/** Only a call whose loss goes unnoticed reaches this deadline. */
export const farDeadlineMs = 30_000;
const graceAfterDeadlineMs = 10_000;

type End = Pick<CallReport, "outcome"> & Partial<CallReport>;

/** Makes one call, and reports how it ended. Never rejects, and always ends. */
export async function makeCall(client: ChaosClient, caller: string, plan: CallPlan): Promise<CallReport> {
  const startedAt = Date.now();
  const deadlineMs = plan.deadlineMs ?? farDeadlineMs;
  const abort = new AbortController();
  const options = { deadline: startedAt + deadlineMs, signal: abort.signal };
  const progress = { received: 0 };
  const call =
    plan.kind === "SUBSCRIPTION" ? follow(client, plan, { ...options, progress }) : ask(client, plan, options);
  const abortTimer = plan.abortAfterMs !== undefined && setTimeout(() => abort.abort(), plan.abortAfterMs);
  const ended = new AbortController();
  const never: Promise<End> = sleep(deadlineMs + graceAfterDeadlineMs, { outcome: "never" }, { signal: ended.signal });
  const end = await Promise.race([call.catch(toErrorEnd), never]);
  ended.abort();
  if (abortTimer !== false) clearTimeout(abortTimer);
  return { plan, caller, startedAt, endedAt: Date.now(), received: progress.received, ...end };
}

async function ask(client: ChaosClient, plan: CallPlan, options: ChaosCallOptions): Promise<End> {
  const { by } = await client.call(plan, options);
  return { outcome: "result", by };
}

interface FollowOptions extends ChaosCallOptions {
  progress: { received: number };
}

async function follow(client: ChaosClient, plan: CallPlan, { progress, ...options }: FollowOptions): Promise<End> {
  const stream = client.stream(plan, options);
  let by: string | undefined;
  const end = await readAll().catch(toErrorEnd);
  const after = end.wrong === undefined ? await wrongAfterEnd(stream) : void (await stream.return?.());
  return { ...end, ...(by !== undefined && { by }), ...after };

  async function readAll(): Promise<End> {
    for (;;) {
      const item = await stream.next();
      if (item.done === true) return { outcome: "result" };
      if (item.value.n !== progress.received)
        return { outcome: "error", wrong: `item ${item.value.n} came where ${progress.received} was due` };
      if (by !== undefined && by !== item.value.by && plan.hasIds !== true)
        return { outcome: "error", wrong: `items of ${by} and another` };
      by = item.value.by;
      progress.received++;
    }
  }
}

async function wrongAfterEnd(stream: AsyncIterator<unknown>): Promise<{ wrong?: string }> {
  try {
    return (await stream.next()).done === true ? {} : { wrong: "an item came after the end" };
  } catch {
    return { wrong: "an error came after the end" };
  }
}

function toErrorEnd(thrown: unknown): End {
  const { code, phase, message } = thrown as { code?: string; phase?: string; message?: string };
  if (typeof code !== "string" || typeof phase !== "string")
    return { outcome: "error", wrong: `not an error of a call: ${String(thrown)}` };
  return { outcome: "error", code, phase, message: message ?? "" };
}
