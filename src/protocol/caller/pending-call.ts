import { CallError } from "../../errors/call-error.ts";
import { fromRemoteError } from "../../errors/remote-error.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import { PendingRequest } from "./pending-request.ts";
import type { RequestedOperation, RequestHost } from "./pending-request.ts";
import type { AnswerEvent } from "../wire/protocol-event.ts";

/** A call that waits for its one answer. */
export class PendingCall extends PendingRequest {
  readonly #resolve: (envelope: ResponseEnvelope) => void;
  readonly #reject: (error: CallError) => void;

  private constructor(
    host: RequestHost,
    resolve: (envelope: ResponseEnvelope) => void,
    reject: (error: CallError) => void,
  ) {
    super(host);
    this.#resolve = resolve;
    this.#reject = reject;
  }

  static send(host: RequestHost, operation: RequestedOperation): Promise<ResponseEnvelope> {
    return new Promise((resolve, reject) => new PendingCall(host, resolve, reject).begin(operation));
  }

  override receive(event: AnswerEvent): void {
    switch (event.type) {
      case "call.accepted":
        this.taken(event.started === true);
        return;
      case "call.responded":
        if (event.seq !== undefined) return this.#refuse("the items of a stream");
        this.end();
        this.#resolve(event.output);
        return;
      case "call.completed":
        return this.#refuse("the end of a stream");
      case "call.error":
        this.end();
        this.failed(fromRemoteError(event));
    }
  }

  protected override failed(error: CallError): void {
    this.#reject(this.asFailure(error));
  }

  #refuse(what: string): void {
    this.taken(true);
    this.giveUp(
      new CallError("PROTOCOL_ERROR", `A call was answered with ${what}: use subscribe() for a SUBSCRIPTION.`),
    );
  }
}
