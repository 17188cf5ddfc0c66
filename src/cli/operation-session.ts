/** What `describe`, `call` and `subscribe` have in common: an operation, found where the command line says. */
import { createApproval } from "./approval.ts";
import { timeoutOf } from "./arguments/duration.ts";
import { suggestion } from "./arguments/nearest.ts";
import type { Backend, DescribedOperation } from "./backend/backend.ts";
import { openBackend } from "./backend/open-backend.ts";
import type { Invocation } from "./commands.ts";
import { interruptible, unlessAborted } from "./interruption.ts";
import { noteMissing } from "./output/note-missing.ts";
import { Spinner } from "./terminal/spinner.ts";

export interface OperationSession {
  readonly backend: Backend;
  readonly operation: DescribedOperation;
  readonly spinner: Spinner;
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch, from `--timeout`; what is spent on connecting counts. */
  readonly deadline: number | undefined;
}

/** Opens it, does the work, and closes everything, whatever happens. */
export async function withOperation(
  { options, terminal }: Invocation,
  work: (session: OperationSession) => Promise<number>,
): Promise<number> {
  const [id = ""] = options.rest;
  const timeout = timeoutOf(options);
  const deadline = timeout === undefined ? undefined : Date.now() + timeout;
  return await interruptible(async (signal) => {
    const spinner = new Spinner(terminal, "Starting");
    const late = timeout === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
    try {
      const approve = createApproval({ terminal, spinner }, options.has("yes"));
      const backend = await openBackend({ options, terminal, spinner, signal: late, id, approve });
      try {
        const operation = await unlessAborted(backend.describe(id), late).catch(async (thrown: unknown) => {
          if ((thrown as { code?: unknown }).code !== "OPERATION_NOT_FOUND") throw thrown;
          await noteMissing(backend, terminal);
          throw await withSuggestion(thrown, id, backend);
        });
        spinner.text = operation.id;
        return await work({ backend, operation, spinner, signal, deadline });
      } finally {
        spinner.pause();
        await backend.close();
      }
    } catch (thrown) {
      throw late.aborted && !signal.aborted && isTimeout(thrown) ? await timedOut(id) : thrown;
    } finally {
      spinner.pause();
    }
  });
}

/** The same error, with the id that may have been meant; a registry in this process says so itself. */
async function withSuggestion(thrown: unknown, id: string, backend: Backend): Promise<unknown> {
  if (!(thrown instanceof Error) || thrown.message.includes("Did you mean")) return thrown;
  const known = await backend.list().catch(() => []);
  const ids = known.map((operation) => operation.id);
  thrown.message += suggestion(id, ids);
  return thrown;
}

function isTimeout(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown.name === "TimeoutError" || thrown.name === "AbortError");
}

async function timedOut(id: string): Promise<Error> {
  const { CallError } = await import("../index.ts");
  return new CallError("TIMEOUT", `There was no time left for ${id}: connecting took too long.`, undefined, {
    phase: "notStarted",
  });
}
