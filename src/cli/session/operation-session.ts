/** What `describe`, `call` and `subscribe` have in common: an operation, found where the command line says. */
import { createApproval } from "./approval.ts";
import type { Backend, DescribedOperation } from "../backend/backend.ts";
import { openBackend } from "../backend/open-backend.ts";
import type { CommandContext } from "./command-context.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { unlessAborted } from "../../shared/wait.ts";
import { interruptible } from "./interruption.ts";
import { noteMissing } from "../output/note-missing.ts";
import { startPatience } from "../backend/time-limit.ts";
import { Spinner } from "../terminal/spinner.ts";

export interface OperationSession {
  readonly backend: Backend;
  readonly operation: DescribedOperation;
  readonly spinner: Spinner;
  readonly signal: AbortSignal;
  /** What must be done before the call can begin; ends when that is no longer wanted, or too late. */
  readonly before: <T>(work: Promise<T>) => Promise<T>;
  /** Milliseconds since the epoch, from `--timeout`; what is spent on connecting counts. */
  readonly deadline: number | undefined;
}

/** Opens it, does the work, and closes everything, whatever happens. */
export async function withOperation(
  { options, terminal }: CommandContext,
  work: (session: OperationSession) => Promise<number>,
): Promise<number> {
  const [id = ""] = options.rest;
  const timeout = options.duration("timeout");
  const deadline = timeout === undefined ? undefined : Date.now() + timeout;
  return await interruptible(async (signal) => {
    const spinner = new Spinner(terminal, "Starting");
    const patience = startPatience(signal, timeout);
    const late = patience.signal;
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
        const before = <T>(needed: Promise<T>): Promise<T> => unlessAborted(needed, late);
        return await work({ backend, operation, spinner, signal, before, deadline });
      } finally {
        spinner.pause();
        await backend.close();
      }
    } catch (thrown) {
      throw patience.hasPassed() && isAbort(thrown) ? await timedOut(id) : thrown;
    } finally {
      patience.end();
      spinner.pause();
    }
  });
}

/** The same error, with the id that may have been meant; a registry in this process says so itself. */
async function withSuggestion(thrown: unknown, id: string, backend: Backend): Promise<unknown> {
  if (!(thrown instanceof Error) || thrown.message.includes("Did you mean")) return thrown;
  const known = await backend.list().catch(() => []);
  const ids = known.map((operation) => operation.id);
  thrown.message += didYouMean(id, ids);
  return thrown;
}

function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === "AbortError";
}

async function timedOut(id: string): Promise<Error> {
  const { CallError } = await import("../../entries/index.ts");
  return new CallError("TIMEOUT", `The time was over before ${id} was reached.`, undefined, {
    phase: "notStarted",
  });
}
