import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { Subscription } from "../../operation/operation-env.ts";
import { Running, unsendable } from "./running-call.ts";

/** While more bytes than this wait to be sent, a stream adds none: its window counts items, whatever their size. */
const MOST_QUEUED_BYTES = 1024 * 1024;

/** Milliseconds between two looks whether they have left. */
const LOOK_AGAIN_MS = 5;

/** Runs a SUBSCRIPTION: asks its handler for an item only when the caller has room for it. */
export class RunningStream extends Running {
  #credit = 0;
  #sent = 0;
  #items: Subscription | undefined;
  #wake: (() => void) | undefined;

  protected override run(): void {
    const { event, deadline } = this.request;
    const { window = 0, maxWindow: asked = window } = event;
    const { maxWindow } = this.host.callMap.limits;
    // Besides credit that came before it could start.
    this.credit(window);
    // Before the first item: a caller that waited for half of its own window would wait for ever.
    if (asked > maxWindow) this.accept(maxWindow);
    // Here as well as in the context: while nobody takes items, nobody asks the handler, and its deadline passes unseen.
    if (deadline !== undefined) this.cancellation.followDeadline(deadline);
    this.cancellation.onCancel(() => this.#wake?.());
    this.#items = this.host.registry.stream(this.callRequest);
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
        this.#send(item.value);
      }
    } catch (thrown) {
      // Also when an item cannot be sent: the handler must not be left waiting.
      this.fail(thrown);
      void items.return();
    }
  }

  #send(envelope: ResponseEnvelope): void {
    const { callMap } = this.host;
    const { event } = this.request;
    try {
      callMap.respond(event.requestId, envelope, this.#sent + 1);
    } catch (thrown) {
      throw unsendable(thrown);
    }
    this.#credit--;
    this.#sent++;
  }

  /** Not told within `finish`: what cannot be sent must still become an error. */
  #complete(): void {
    const { callMap } = this.host;
    this.endContact();
    callMap.complete(this.request.event.requestId, this.#sent);
    this.finish();
  }

  async #room(): Promise<void> {
    const { link } = this.host.callMap;
    while (!this.isOver && this.cancellation.reason === undefined && link.queuedBytes > MOST_QUEUED_BYTES) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
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
