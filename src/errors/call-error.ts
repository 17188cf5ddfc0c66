import { defaultPhase, isRetryable } from "./error-defaults.ts";
import type { CallPhase, ErrorCode } from "./error-table.ts";

const LONGEST_MESSAGE = 2000;

/** A code of the table, or a code that an operation declares in its `errorSchemas`. */
export type CallErrorCode = ErrorCode | (string & {});

/** The options of a `CallError`. */
export interface CallErrorOptions {
  /** Default: the table's value for the code. */
  readonly retryable?: boolean;
  /** Default: the table's value for the code. */
  readonly phase?: CallPhase;
  readonly cause?: unknown;
  /** Set when an escaped exception is wrapped: its message stays inside the process. Default: false. */
  readonly unexpected?: boolean;
  /** The id of the operation that declares the code. The registry sets it: see `CallError.declaredBy`. */
  readonly declaredBy?: string | undefined;
}

/** Recognises errors of another copy of this package: an operation may bring its own copy. */
const BRAND = Symbol.for("@alkdev/operations.CallError");

/**
 * The one error of every call, from every source.
 *
 * @example
 * throw new CallError("INSUFFICIENT_FUNDS", "The account holds 3 EUR.", { balance: 3 });
 */
export class CallError extends Error {
  override readonly name = "CallError";

  static {
    // On the prototype, because a field would make every error larger.
    Object.defineProperty(this.prototype, BRAND, { value: true });
  }

  readonly code: CallErrorCode;
  readonly details: unknown;
  readonly retryable: boolean;
  readonly phase: CallPhase;
  /**
   * Whether this wraps an exception that escaped from a handler. Its message was not written for callers, so it stays
   * inside the process, and so does this mark.
   */
  readonly unexpected: boolean;
  /**
   * The id of the operation that declares this code in its `errorSchemas`. The registry sets it, after it has checked the
   * details. Undefined for every other error.
   */
  readonly declaredBy: string | undefined;

  constructor(code: CallErrorCode, message: string, details?: unknown, options: CallErrorOptions = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.details = details;
    this.retryable = options.retryable ?? isRetryable(code);
    this.phase = options.phase ?? defaultPhase(code);
    this.unexpected = options.unexpected ?? false;
    this.declaredBy = options.declaredBy;
  }

  /**
   * The error as data, without stack and cause. The message may come from an exception and not be meant for callers.
   * The code that sends it out of the process decides whether to show it.
   */
  toJSON(): CallErrorJSON {
    return {
      code: this.code,
      message: this.message,
      ...(this.details === undefined ? {} : { details: this.details }),
      retryable: this.retryable,
      phase: this.phase,
      ...(this.declaredBy === undefined ? {} : { declaredBy: this.declaredBy }),
    };
  }
}

/** A `CallError` as data. */
export interface CallErrorJSON {
  code: string;
  message: string;
  details?: unknown;
  retryable: boolean;
  phase: CallPhase;
  declaredBy?: string | undefined;
}

/** The error of a call that certainly did not start. */
export function notStarted(code: CallErrorCode, message: string, cause?: unknown): CallError {
  return new CallError(code, message, undefined, { phase: "notStarted", cause });
}

/** The same error with another phase, for code that knows better whether the handler ran. */
export function withPhase(error: CallError, phase: CallPhase): CallError {
  return error.phase === phase ? error : copyOf(error, phase, error.cause ?? error);
}

/** The error that ends a stream which has given items: its handler has certainly run, whatever the error says. */
export function afterItems(error: CallError): CallError {
  return withPhase(error, "started");
}

function copyOf(error: CallError, phase: CallPhase, cause: unknown): CallError {
  const { code, message, details, retryable, unexpected, declaredBy } = error;
  return new CallError(code, message, details, { retryable, phase, unexpected, declaredBy, cause });
}

/** The phase of two attempts taken together: `started` wins over `unknown`, and `unknown` over `notStarted`. */
export function furthestPhase(one: CallPhase, other: CallPhase): CallPhase {
  if (one === "started" || other === "started") return "started";
  return one === "unknown" ? one : other;
}

/** Any thrown value as a `CallError`. Handlers may throw strings, objects without a prototype, or nothing. */
export function toCallError(thrown: unknown): CallError {
  if (isCallError(thrown)) return thrown;
  const foreign = fromOtherCopy(thrown);
  if (foreign !== undefined) return foreign;
  return new CallError("EXECUTION_ERROR", messageOf(thrown), undefined, { cause: thrown, unexpected: true });
}

function isCallError(thrown: unknown): thrown is CallError {
  try {
    return thrown instanceof CallError;
  } catch {
    // A revoked proxy throws here, and a handler may throw one.
    return false;
  }
}

function fromOtherCopy(thrown: unknown): CallError | undefined {
  try {
    if (typeof thrown !== "object" || thrown === null || !(BRAND in thrown)) return undefined;
    const error = thrown as unknown as CallError;
    return copyOf(error, error.phase, thrown);
  } catch {
    return undefined;
  }
}

/** A message for people, from any thrown value. It never throws, and never grows beyond a few lines. */
export function messageOf(thrown: unknown): string {
  try {
    const message = describeThrown(thrown);
    return message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
  } catch {
    return "A value was thrown that cannot be shown";
  }
}

function describeThrown(thrown: unknown): string {
  if (thrown instanceof Error) {
    // Code can assign anything to these members, whatever their types say.
    const { message, name }: { message: unknown; name: unknown } = thrown;
    return String(message || name);
  }
  if (typeof thrown === "string" && thrown !== "") return thrown;
  if (typeof thrown === "object" && thrown !== null && "message" in thrown) return String(thrown.message);
  return `A value was thrown that is not an error: ${JSON.stringify(thrown) ?? typeof thrown}`;
}
