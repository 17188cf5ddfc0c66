/**
 * Follows a task of revision 2025-11-25 within the call that made it: polls its state, takes its result, and cancels it
 * if the caller no longer waits. The caller sees a call like any other.
 */
import { isRecord } from "../../../shared/json/is-record.ts";
import type { Progress } from "../../../operation/operation-context.ts";
import { delay } from "../../../shared/time/wait.ts";

/** What a server says about a task. */
export interface TaskState {
  readonly taskId: string;
  readonly status: string;
  readonly statusMessage?: string | undefined;
  readonly pollInterval?: number | undefined;
  readonly [more: string]: unknown;
}

/** A request about a task. */
export interface TaskRequest {
  readonly method: "tasks/get" | "tasks/result" | "tasks/update" | "tasks/cancel";
  readonly params: { readonly taskId: string; readonly inputResponses?: Readonly<Record<string, unknown>> };
  /** Milliseconds without an answer. Default: the timeout of the call. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FollowOptions {
  readonly send: (request: TaskRequest) => Promise<unknown>;
  /** Fires when the caller aborts the call, or its deadline passes. */
  readonly signal: AbortSignal | undefined;
  /** Gets what the task reports about itself. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Milliseconds between two polls of a task: at least, at most, and if the server does not say. */
const SHORTEST_POLL = 50;
const LONGEST_POLL = 30_000;
const USUAL_POLL = 1000;
/** How long a result may take: only the end of the task ends that wait. Timers cannot wait longer. */
const LONGEST_WAIT = 2 ** 31 - 1;
/** How long a server may take to cancel. */
export const CANCEL_TIMEOUT = 5000;

/** The task that an answer to a call names; undefined if the answer is the result itself. */
export function taskOf(result: unknown): TaskState | undefined {
  if (!isRecord(result)) return undefined;
  // From 2026-07-28 on the answer is the task itself.
  const task = result["resultType"] === "task" ? result : result["task"];
  return isTask(task) ? task : undefined;
}

export function isTask(value: unknown): value is TaskState {
  return isRecord(value) && typeof value["taskId"] === "string" && typeof value["status"] === "string";
}

/** Resolves with the result of the call that became the task. Rejects as that call would. */
export async function followTask(created: TaskState, { send, signal, onProgress }: FollowOptions): Promise<unknown> {
  const { taskId } = created;
  const ended = new AbortController();
  const abort = (): void => ended.abort(signal?.reason);
  signal?.addEventListener("abort", abort);
  let isOver = false;
  try {
    signal?.throwIfAborted();
    const watching = watch(created, { send, signal: ended.signal, onProgress });
    // Its questions arrive while we wait for the result, so we ask for that once the task is no longer just working.
    await watching.next();
    const rest = watching.next();
    // It never resolves. It rejects if the server no longer answers, or no longer knows the task.
    const lost = rest.then(() => new Promise<never>(() => undefined));
    lost.catch(() => undefined);
    const params = { taskId };
    const asked = send({ method: "tasks/result", params, timeout: LONGEST_WAIT, signal: ended.signal });
    asked.catch(() => undefined);
    const result = await Promise.race([asked, lost]);
    isOver = true;
    return result;
  } finally {
    signal?.removeEventListener("abort", abort);
    ended.abort();
    if (!isOver)
      send({ method: "tasks/cancel", params: { taskId }, signal: undefined, timeout: CANCEL_TIMEOUT }).catch(
        () => undefined,
      );
  }
}

/** Polls the state. Yields when the task is no longer just working, and ends with the task. */
async function* watch(created: TaskState, { send, signal, onProgress }: FollowOptions): AsyncGenerator<void, void> {
  let task = created;
  let told = 0;
  let hasYielded = false;
  for (;;) {
    if (task.statusMessage !== undefined && task.statusMessage !== "") {
      told++;
      onProgress?.({ progress: told, message: task.statusMessage });
    }
    if (task.status !== "working" && !hasYielded) {
      hasYielded = true;
      yield;
    }
    if (task.status !== "working" && task.status !== "input_required") return;
    await delay(pollDelay(task.pollInterval), signal);
    signal?.throwIfAborted();
    const state = await send({ method: "tasks/get", params: { taskId: task.taskId }, signal });
    if (isTask(state))
      task = state.statusMessage === task.statusMessage ? { ...state, statusMessage: undefined } : state;
  }
}

/** Milliseconds until the next poll of a task. */
export function pollDelay(wanted: unknown): number {
  const interval = typeof wanted === "number" && Number.isFinite(wanted) ? wanted : USUAL_POLL;
  return Math.min(Math.max(interval, SHORTEST_POLL), LONGEST_POLL);
}
