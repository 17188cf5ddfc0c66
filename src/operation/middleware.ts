import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import type { OperationContext, TraceContext } from "./operation-context.ts";
import type { OperationSpec } from "./operation-spec.ts";
import type { RegisteredContext } from "./operation-types.ts";

/** A call as a middleware sees it. */
export interface MiddlewareCall {
  readonly id: string;
  readonly spec: OperationSpec;
  /** The input as the caller gave it. */
  readonly input: unknown;
  readonly context: OperationContext;
  /**
   * The context of the handler that made this call; undefined for a call from outside. A remote caller can claim any
   * `parentRequestId`, but not this.
   */
  readonly parent: OperationContext | undefined;
  /**
   * Checks the caller's rights and the input now, instead of right before the handler runs, and throws if they are
   * wrong. For a middleware that first does something costly, such as asking a person.
   */
  check(): Promise<void>;
  /** Makes the call part of this trace. Its handler sees it as `context.trace`, and so do the calls below it. */
  continueTrace(trace: TraceContext): void;
  /** What `next({ context })` does. */
  extendContext(added: object): void;
}

/** An envelope, or the stream of envelopes of a SUBSCRIPTION. */
export type CallOutcome = ResponseEnvelope | AsyncIterable<ResponseEnvelope>;

/** The outcome of a call whose handler sees `TAdded` in its context. */
export type OutcomeWith<TAdded> = CallOutcome & {
  /** Only a type: no outcome has this member. */
  readonly "~added"?: TAdded;
};

/** The options of `next`. */
export interface NextOptions<TAdded> {
  /**
   * Members for the context of this call's handler, beside those that other middlewares add. Names that every context
   * has, such as `identity`, are refused.
   */
  readonly context?: TAdded | undefined;
}

/** Continues a call: to the next middleware, and in the end to the check of rights and input and to the handler. */
export interface Next {
  (): Promise<CallOutcome>;
  <TAdded extends object & Partial<RegisteredContext>>(options: NextOptions<TAdded>): Promise<OutcomeWith<TAdded>>;
}

/**
 * Wraps every call of a registry, both `execute` and `subscribe`. `next()` checks and runs the operation. A middleware
 * may call it again to try again, or not at all. For a SUBSCRIPTION, `next()` resolves with the stream once it is open.
 *
 * @example
 * registry.use(async (call, next) => {
 *   const start = performance.now();
 *   try { return await next(); }
 *   finally { console.log(call.id, performance.now() - start); }
 * });
 */
export type Middleware<TAdded = unknown> = (call: MiddlewareCall, next: Next) => Promise<OutcomeWith<TAdded>>;

/** Everything that these middlewares add to the context of a call. */
export type AddedBy<TUse extends readonly Middleware[]> = TUse extends readonly [
  infer TFirst extends Middleware,
  ...infer TOthers extends readonly Middleware[],
]
  ? NonNullable<Awaited<ReturnType<TFirst>>["~added"]> & AddedBy<TOthers>
  : unknown;

/**
 * Declares a middleware. An operation that names it in `use` sees in its context what the middleware adds.
 *
 * @example
 * const withTenant = defineMiddleware(async (call, next) =>
 *   next({ context: { tenant: await tenants.of(call.context.identity) } }),
 * );
 */
export function defineMiddleware<TAdded>(middleware: Middleware<TAdded>): Middleware<TAdded> {
  return middleware;
}
