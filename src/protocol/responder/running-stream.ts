import { toCallError } from "../../errors/call-error.ts";
import type { CallError } from "../../errors/call-error.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { ItemReader } from "../../registry/call/finished-items.ts";
import type { PulledSubscription } from "../../registry/call/operation-subscription.ts";
import { roomInTurn } from "../../shared/time/turns.ts";
import { delay } from "../../shared/time/wait.ts";
import { Running, unsendable } from "./running-call.ts";

/** While more bytes than this wait to be sent, a stream adds none, because its window counts only items. */
const MOST_QUEUED_FOR_ITEMS = 1024 * 1024;

/** Milliseconds between two looks at what has left. */
const LOOK_AGAIN_MS = 5;

const settled = Promise.resolve();

/**
 * Runs a SUBSCRIPTION: asks its handler for an item only when the caller has room for it. It reads the items without
 * promises, because a promise for each item would cost more than sending it.
 */
export class RunningStream extends Running implements ItemReader {
  #credit = 0;
  #sent = 0;
  #items: PulledSubscription | undefined;
  /** Whether it waits for nothing but credit. */
  #awaitsCredit = false;

  override start(identity: Identity | undefined): void {
    const { event, endsAt } = this.request;
    const { window = 0, maxWindow: asked = window } = event;
    const { maxWindow } = this.host.callMap.limits;
    // In addition to credit that came before the start.
    this.credit(window);
    // Before the first item: a caller that waits for half of its own, larger window would wait forever.
    if (asked > maxWindow) this.accept(maxWindow);
    // Here as well as in the context: while the caller takes no items, the handler does not run and sees no deadline.
    if (endsAt !== undefined) this.cancellation.followDeadline(endsAt);
    this.cancellation.onCancel(() => this.#wake());
    this.#items = this.host.registry.stream(this.toCallRequest(identity));
    this.#askForItem();
  }

  override credit(n: number): void {
    this.#credit = Math.min(this.#credit + n, this.host.callMap.limits.maxWindow);
    this.#wake();
  }

  override end(error: CallError): void {
    super.end(error);
    // Runs the handler's `finally`, within the registry's grace.
    void this.#items?.return();
  }

  protected override get sent(): number {
    return this.#sent;
  }

  readonly resolve = (item: IteratorResult<ResponseEnvelope, void>): void => {
    if (this.isOver) return;
    try {
      if (item.done === true) return this.#complete();
      const room = roomInTurn();
      if (room === undefined) return this.#send(item.value);
      room.then(() => this.#send(item.value)).catch(this.reject);
    } catch (thrown) {
      this.reject(thrown);
    }
  };

  /** Also called if an item cannot be sent: the handler must not wait forever. */
  readonly reject = (thrown: unknown): void => {
    if (this.isOver) return;
    this.fail(thrown);
    // With the reason: the reader did not have all that it wanted.
    this.cancellation.cancel(toCallError(thrown));
    void this.#items?.return();
  };

  #askForItem(): void {
    if (this.isOver) return;
    if (this.#credit === 0 && this.cancellation.reason === undefined) {
      this.#awaitsCredit = true;
      return;
    }
    if (this.host.callMap.link.queuedBytes <= MOST_QUEUED_FOR_ITEMS) this.#items?.pull(this);
    else
      void this.#room().then(() => {
        if (!this.isOver) this.#items?.pull(this);
      });
  }

  /** Not at once: the rest of the frame comes first, and the handler must not run inside the code that reads it. */
  #wake(): void {
    if (!this.#awaitsCredit) return;
    this.#awaitsCredit = false;
    void settled.then(() => this.#askForItem());
  }

  #send(output: ResponseEnvelope): void {
    // It may have been aborted while it waited for its turn.
    if (this.isOver) return;
    const { requestId } = this.request.event;
    try {
      this.host.callMap.respond(requestId, output, this.#sent + 1);
    } catch (thrown) {
      throw unsendable(thrown);
    }
    this.#credit--;
    this.#sent++;
    this.#askForItem();
  }

  #complete(): void {
    this.contact?.end();
    this.host.callMap.complete(this.request.event.requestId, this.#sent);
    this.finish();
  }

  async #room(): Promise<void> {
    const { link } = this.host.callMap;
    while (!this.isOver && this.cancellation.reason === undefined && link.queuedBytes > MOST_QUEUED_FOR_ITEMS) {
      await delay(LOOK_AGAIN_MS);
    }
  }
}
