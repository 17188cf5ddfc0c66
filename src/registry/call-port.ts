import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import type { CallContext, OperationContext } from "../operation/operation-context.ts";
import type { Subscription } from "../operation/operation-env.ts";

/** What may be given along with a call: a caller's own parts, or the context of the handler that makes the call. */
export type GivenContext = CallContext | OperationContext<never>;

/** One call by id. */
export interface CallRequest {
  readonly id: string;
  readonly input: unknown;
  readonly context: GivenContext | undefined;
  /** Whether the caller's rights are looked at: here, and in everything that is called through `env`. */
  readonly checked: boolean;
}

/** What contexts and envs need of a registry. It is a port so that neither imports the registry. */
export interface CallPort {
  call(request: CallRequest): Promise<ResponseEnvelope>;
  stream(request: CallRequest): Subscription;
  isStream(id: string): boolean;
  has(id: string): boolean;
}
