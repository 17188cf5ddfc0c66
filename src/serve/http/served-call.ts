/**
 * A call of an HTTP client, as the registry takes it. These are classes, because both live as long as the call, and V8
 * would allocate literals that do in the old generation: see ADR 56.
 */
import type { CallContext } from "../../operation/operation-context.ts";
import type { DispatchRequest } from "../../registry/dispatch.ts";

export class ServedCall implements DispatchRequest {
  readonly id: string;
  readonly input: unknown;
  readonly context: ServedContext;
  readonly cancellation: DispatchRequest["cancellation"];
  readonly onStart: DispatchRequest["onStart"];

  constructor({ id, input, cancellation, onStart }: DispatchRequest, context: CallContext) {
    this.id = id;
    this.input = input;
    this.context = new ServedContext(context);
    this.cancellation = cancellation;
    this.onStart = onStart;
  }
}

class ServedContext implements CallContext {
  readonly requestId: string | undefined;
  readonly identity: CallContext["identity"];
  readonly lastEventId: string | undefined;
  readonly deadline: number | undefined;
  readonly trace: CallContext["trace"];
  readonly onExchange: CallContext["onExchange"];

  constructor({ requestId, identity, lastEventId, deadline, trace, onExchange }: CallContext) {
    this.requestId = requestId;
    this.identity = identity;
    this.lastEventId = lastEventId;
    this.deadline = deadline;
    this.trace = trace;
    this.onExchange = onExchange;
  }
}
