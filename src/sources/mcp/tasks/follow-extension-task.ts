/**
 * Follows a task of revision 2026-07-28, in which tasks are an extension: the state of a task carries its questions
 * and, in the end, its result.
 */
import { CallError } from "../../../errors/call-error.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import { delay } from "../../../shared/time/wait.ts";
import { CANCEL_TIMEOUT, isTask, pollDelay } from "./follow-task.ts";
import type { FollowOptions, TaskState } from "./follow-task.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface FollowExtensionOptions extends FollowOptions {
  /** Answers the questions of the task, by their names. */
  readonly answer: (questions: Fields, signal: AbortSignal) => Promise<Fields>;
}

/** Resolves with the result of the task. Rejects if it fails, or is cancelled. */
export async function followExtensionTask(created: TaskState, options: FollowExtensionOptions): Promise<unknown> {
  const { send, signal, onProgress } = options;
  const { taskId } = created;
  const ended = new AbortController();
  const abort = (): void => ended.abort(signal?.reason);
  signal?.addEventListener("abort", abort);
  const answered = new Set<string>();
  let task = created;
  let told: unknown;
  let reports = 0;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { statusMessage } = task;
      if (statusMessage !== undefined && statusMessage !== told)
        onProgress?.({ progress: ++reports, message: statusMessage });
      told = statusMessage;
      if (isOver(task)) return resultOf(task);
      if (task.status === "input_required") await answerInputs(task, { ...options, signal: ended.signal, answered });
      await delay(pollDelay(task["pollIntervalMs"]), ended.signal);
      const state = await send({ method: "tasks/get", params: { taskId }, signal });
      if (isTask(state)) task = state;
    }
  } finally {
    signal?.removeEventListener("abort", abort);
    ended.abort();
    if (!isOver(task))
      send({ method: "tasks/cancel", params: { taskId }, signal: undefined, timeout: CANCEL_TIMEOUT }).catch(
        () => undefined,
      );
  }
}

function isOver({ status }: TaskState): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

function resultOf({ status, result, error, statusMessage }: TaskState): unknown {
  if (status === "completed") return result;
  if (status === "cancelled")
    throw new CallError("ABORTED", "The server has cancelled the task.", undefined, { phase: "started" });
  const { message = statusMessage ?? "The task has failed.", ...details } = isRecord(error) ? error : {};
  throw new CallError("EXECUTION_ERROR", String(message), details, { phase: "started" });
}

interface Inputs extends FollowExtensionOptions {
  readonly signal: AbortSignal;
  /** The questions that were answered earlier: the server may take a while to see that. */
  readonly answered: Set<string>;
}

async function answerInputs(
  { taskId, inputRequests }: TaskState,
  { send, answer, signal, answered }: Inputs,
): Promise<void> {
  const open = Object.entries(isRecord(inputRequests) ? inputRequests : {}).filter(([name]) => !answered.has(name));
  if (open.length === 0) return;
  for (const [name] of open) answered.add(name);
  const inputResponses = await answer(Object.fromEntries(open), signal);
  await send({ method: "tasks/update", params: { taskId, inputResponses }, signal });
}
