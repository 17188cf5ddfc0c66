import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { Subscription } from "../../operation/operation-env.ts";
import { roomInTurn } from "../../shared/time/turns.ts";
import { delay } from "../../shared/time/wait.ts";
import { Running, unsendable } from "./running-call.ts";

/** While more bytes than this wait to be sent, a stream adds none, because its window counts only items. */
const MOST_QUEUED_BYTES = 1024 * 1024;

/** Milliseconds between two looks at what has left. */
const LOOK_AGAIN_MS = 5;

/** Runs a SUBSCRIPTION: asks its handler for an item only when the caller has room for it. */
export class RunningStream extends Running {
  #credit = 0;
  #sent = 0;
  #items: Subscription | undefined;
  #wake: (() => void) | undefined;

  override start(identity: Identity | undefined): void {
    const { event, endsAt } = this.request;
    const { window = 0, maxWindow: asked = window } = event;
    const { maxWindow } = this.host.callMap.limits;
    // In addition to credit that came before it could start.
    this.credit(window);
    // Before the first item: a caller that waited for half of its own window would wait forever.
    if (asked > maxWindow) this.accept(maxWindow);
    // Here as well as in the context: while the caller takes no items, the handler does not run and sees no deadline.
    if (endsAt !== undefined) this.cancellation.followDeadline(endsAt);
    this.cancellation.onCancel(() => this.#wake?.());
    this.#items = this.host.registry.stream(this.toCallRequest(identity));
    void this.#pump(this.#items);
  }

  override credit(n: number): void {
    this.#credit = Math.min(this.#credit + n, this.host.callMap.limits.maxWindow);
    this.#wake?.();
  }

  override abort(reason: "ABORTED" | "TIMEOUT"): void {
    super.abort(reason);
    // Runs the handler's `finally`, within the registry's grace.
    void this.#items?.return();
  }

  protected override get sent(): number {
    return this.#sent;
  }

  async #pump(items: Subscription): Promise<void> {
    const { callMap } = this.host;
    try {
      while (!this.isOver) {
        if (this.#credit === 0 && this.cancellation.reason === undefined) await this.#moreCredit();
        if (callMap.link.queuedBytes > MOST_QUEUED_BYTES) await this.#room();
        if (this.isOver) return;
        const item = await items.next();
        if (this.isOver) return;
        if (item.done === true) return this.#complete();
        const room = roomInTurn();
        if (room !== undefined) await room;
        // It may have been aborted meanwhile.
        if (this.isOver as boolean) return;
        this.#send(item.value);
      }
    } catch (thrown) {
      // Also if an item cannot be sent: the handler must not wait forever.
      this.fail(thrown);
      void items.return();
    }
  }

  #send(output: ResponseEnvelope): void {
    const { requestId } = this.request.event;
    try {
      this.host.callMap.link.send({ type: "call.responded", requestId, output, seq: this.#sent + 1 });
    } catch (thrown) {
      throw unsendable(thrown);
    }
    this.#credit--;
    this.#sent++;
  }

  #complete(): void {
    this.contact?.end();
    this.host.callMap.complete(this.request.event.requestId, this.#sent);
    this.finish();
  }

  async #room(): Promise<void> {
    const { link } = this.host.callMap;
    while (!this.isOver && this.cancellation.reason === undefined && link.queuedBytes > MOST_QUEUED_BYTES) {
      await delay(LOOK_AGAIN_MS);
    }
  }

  #moreCredit(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined;
        resolve();
      };
    });
  }
}
