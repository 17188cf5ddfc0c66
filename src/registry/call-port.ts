import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import type { CallContext, OperationContext } from "../operation/operation-context.ts";
import type { Subscription } from "../operation/operation-env.ts";
import type { Cancellation } from "../shared/cancellation.ts";

/** What may be given along with a call: a caller's own parts, or the context of the handler that makes the call. */
export type GivenContext = CallContext | OperationContext<never>;

/** One call by id. */
export interface CallRequest {
  readonly id: string;
  readonly input: unknown;
  readonly context: GivenContext | undefined;
  /** Whether the caller's rights are looked at: here, and in everything that is called through `env`. */
  readonly checked: boolean;
  /** Ends the call from outside: the same as a signal in the context, for a tenth of its cost. */
  readonly cancellation?: Cancellation | undefined;
  /** Is told when the handler is entered. */
  readonly onStart?: (() => void) | undefined;
}

/** What contexts and envs need of a registry. It is a port so that neither imports the registry. */
export interface CallPort {
  call(request: CallRequest): Promise<ResponseEnvelope>;
  stream(request: CallRequest): Subscription;
  isStream(id: string): boolean;
  has(id: string): boolean;
}
