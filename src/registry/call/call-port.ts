import type { CallPhase } from "../../errors/error-table.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { CallContext, OperationContext } from "../../operation/operation-context.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import type { Subscription } from "../../operation/operation-env.ts";
import type { Cancellation } from "../../shared/time/cancellation.ts";

/** The context that comes with a call: the caller's own parts, or the context of the handler that makes the call. */
export type GivenContext = CallContext | OperationContext<never>;

/** One call by id. */
export interface CallRequest {
  readonly id: string;
  readonly input: unknown;
  readonly context: GivenContext | undefined;
  /** Whether the caller's rights are checked, here and in every call through `env`. */
  readonly checked: boolean;
  /**
   * Ends the call from outside, like a signal in the context, at a tenth of the cost. Make one for each call: a call
   * that nothing else can end adopts it, and releases it at the end.
   */
  readonly cancellation?: Cancellation | undefined;
  /**
   * Runs when the handler is entered; a middleware that tries again may enter it again. If the handler only passes the
   * work on, it runs once more when the work is known to have begun.
   */
  readonly onStart?: ((call: { readonly phase: CallPhase }) => void) | undefined;
}

/** What contexts and envs need of a registry. A port, so that neither imports the registry. */
export interface CallPort {
  /** Milliseconds that a caller has to answer a question of a call. */
  readonly questionTimeout: number | undefined;
  call(request: CallRequest): Promise<ResponseEnvelope>;
  stream(request: CallRequest): Subscription;
  isStream(id: string): boolean;
  has(id: string): boolean;
  getSpec(id: string): OperationSpec | undefined;
  list(within: { readonly namespace?: string | undefined }): OperationSpec[];
}
