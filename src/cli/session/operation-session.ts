/** What `describe`, `call` and `subscribe` share: one operation, found where the command line says. */
import { CallError } from "../../entries/index.ts";
import type { Cancellation } from "../../shared/time/cancellation.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { unlessAborted } from "../../shared/time/wait.ts";
import type { Backend, DescribedOperation } from "../backend/backend.ts";
import { openBackend } from "./open-backend.ts";
import { hasPassed, limitTime } from "../backend/hub/time-limit.ts";
import { noteMissing } from "../output/note-missing.ts";
import { withAdvice } from "../output/with-advice.ts";
import type { Spinner } from "../terminal/spinner.ts";
import { createApproval } from "./approval.ts";
import type { CommandContext } from "./command-context.ts";
import { withSpinner } from "./interruption.ts";

export interface OperationSession {
  readonly backend: Backend;
  readonly operation: DescribedOperation;
  readonly spinner: Spinner;
  readonly signal: AbortSignal;
  /** Waits for work before the call, until Ctrl-C or the end of `--timeout`. */
  readonly before: <T>(work: Promise<T>) => Promise<T>;
  /** From `--timeout`, in milliseconds since the epoch. The time to connect counts. */
  readonly deadline: number | undefined;
}

/** Opens the session, does the work, and closes everything in any case. */
export async function withOperation(
  { options, terminal }: CommandContext,
  work: (session: OperationSession) => Promise<number>,
): Promise<number> {
  const [id = ""] = options.rest;
  const timeout = options.duration("timeout");
  const deadline = timeout === undefined ? undefined : Date.now() + timeout;
  return await withSpinner(terminal, async (signal, spinner) => {
    const limit = limitTime(signal, timeout);
    const before = <T>(needed: Promise<T>): Promise<T> => unlessAborted(needed, limit.signal);
    try {
      const approve = createApproval({ terminal, spinner }, options.has("yes"));
      const backend = await openBackend({ options, terminal, spinner, signal: limit.signal, id, approve });
      try {
        const operation = await before(backend.describe(id)).catch(async (thrown: unknown) => {
          // Nothing was called yet.
          if ((thrown as { code?: unknown }).code !== "OPERATION_NOT_FOUND") throw withAdvice(thrown, ASKING);
          spinner.pause();
          await noteMissing(backend, terminal);
          throw await withSuggestion(thrown, id, backend);
        });
        spinner.text = operation.id;
        const session = { backend, operation, spinner, signal, before, deadline };
        return await work(session).catch((thrown: unknown) => {
          throw withAdvice(options.has("json") ? thrown : withHelp(thrown, operation), operation);
        });
      } finally {
        spinner.pause();
        await backend.close();
      }
    } catch (thrown) {
      throw hasPassed(limit) && isOf(limit, thrown) ? timedOut(id) : thrown;
    } finally {
      limit.release();
    }
  });
}

/** To ask about an operation changes nothing. */
const ASKING = { type: "QUERY" } as const;

/** Adds the closest id to the error. A registry in this process has added it already. */
async function withSuggestion(thrown: unknown, id: string, backend: Backend): Promise<unknown> {
  if (!(thrown instanceof Error) || thrown.message.includes("Did you mean")) return thrown;
  const known = await backend.list().catch(() => []);
  const ids = known.map((operation) => operation.id);
  thrown.message += withNamespace(id, ids) ?? didYouMean(id, ids);
  return thrown;
}

/** A person who types only a name means an operation of that name. */
function withNamespace(name: string, ids: readonly string[]): string | undefined {
  const [first, second] = ids.filter((id) => id.endsWith(`.${name}`));
  if (first === undefined) return undefined;
  return ` Did you mean ${second === undefined ? first : `${first} or ${second}`}?`;
}

/** Adds to an error where to read what the operation takes. */
function withHelp(thrown: unknown, { id, type }: DescribedOperation): unknown {
  const isInput = thrown instanceof Error && thrown.message.startsWith(`Input of ${id} is invalid`);
  const command = type === "SUBSCRIPTION" ? "subscribe" : "call";
  if (isInput) thrown.message += `. "operations ${command} ${id} --help" shows what it takes.`;
  return thrown;
}

/** Node's own modules abort with an error of their own. */
function isOf({ reason }: Cancellation, thrown: unknown): boolean {
  return thrown === reason || (thrown instanceof Error && thrown.name === "AbortError");
}

function timedOut(id: string): CallError {
  return new CallError("TIMEOUT", `The time was up before ${id} was reached.`, undefined, { phase: "notStarted" });
}
