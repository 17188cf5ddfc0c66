import { CallError } from "../errors/call-error.ts";
import { isStreamOutcome } from "../registry/call/middleware.ts";
import type { CallOutcome, Middleware, MiddlewareCall } from "../operation/middleware.ts";
import { keyFunction } from "./call-key.ts";
import type { KeyBy } from "./call-key.ts";
import { checkedNumber } from "./checked-number.ts";
import { HeldKeys } from "./held-keys.ts";
import { observeStream } from "../registry/call/observe-stream.ts";
import { SlotQueue } from "./slot-queue.ts";

/** The options of the middleware `concurrencyLimit`. */
export interface ConcurrencyLimitOptions {
  /** How many calls may run at once. */
  readonly limit: number;
  /** How many more may wait, in order. Default: 100. */
  readonly queue?: number | undefined;
  /** Which calls share a limit. Default: all calls. */
  readonly keyBy?: KeyBy | undefined;
}

/** A middleware whose load can be inspected. */
export interface ConcurrencyLimit extends Middleware {
  /** How many calls hold a slot, and how many wait for one: for one key, or in total. */
  usage(key?: string): { readonly active: number; readonly waiting: number };
}

/**
 * Limits how many calls run at once. The others wait in order, and a call that finds the queue full fails with
 * `OVERLOADED`. A stream holds its slot until it ends. Calls through `env` under the same key share their caller's slot.
 *
 * @example
 * registry.use(concurrencyLimit({ limit: 4, queue: 50, keyBy: "namespace" }));
 */
export function concurrencyLimit(options: ConcurrencyLimitOptions): ConcurrencyLimit {
  const limiter = new Limiter(options);
  const middleware: Middleware = (call, next) => limiter.run(call, next);
  return Object.assign(middleware, { usage: (key?: string) => limiter.usage(key) });
}

class Limiter {
  readonly #limit: number;
  readonly #queue: number;
  readonly #keyOf: (call: MiddlewareCall) => string | undefined;
  /** Only the keys in use, because there may be many keys over time. */
  readonly #slots = new Map<string, SlotQueue>();
  readonly #held = new HeldKeys();

  constructor({ limit, queue = 100, keyBy = () => "all calls" }: ConcurrencyLimitOptions) {
    this.#limit = checkedNumber("concurrencyLimit: limit", limit, { min: 1, max: Infinity, whole: true });
    this.#queue = checkedNumber("concurrencyLimit: queue", queue, { min: 0, max: Infinity, whole: true });
    this.#keyOf = keyFunction(keyBy);
  }

  usage(key?: string): { active: number; waiting: number } {
    const usage = { active: 0, waiting: 0 };
    for (const slots of key === undefined ? this.#slots.values() : [this.#slots.get(key)]) {
      usage.active += slots?.active ?? 0;
      usage.waiting += slots?.waiting ?? 0;
    }
    return usage;
  }

  async run(call: MiddlewareCall, next: () => Promise<CallOutcome>): Promise<CallOutcome> {
    const key = this.#keyOf(call);
    const held = this.#held.above(call);
    if (key === undefined || held.has(key)) {
      this.#held.enter(call);
      return this.#untilEnd(next, () => this.#held.leave(call));
    }
    await this.#take(call, key, held);
    this.#held.enter(call, key);
    const release = (): void => {
      this.#held.leave(call);
      this.#release(key);
    };
    return this.#untilEnd(next, release, () => this.#held.lend(call, key));
  }

  /** Runs the call, then `onEnd` once the call or its stream has ended. `onStream` runs when a stream opens. */
  async #untilEnd(
    next: () => Promise<CallOutcome>,
    onEnd: () => void,
    onStream?: () => () => void,
  ): Promise<CallOutcome> {
    let outcome: CallOutcome;
    try {
      outcome = await next();
    } catch (thrown) {
      onEnd();
      throw thrown;
    }
    if (isStreamOutcome(outcome)) {
      const giveBack = onStream?.();
      return observeStream(outcome, {
        onEnd() {
          giveBack?.();
          onEnd();
        },
      });
    }
    onEnd();
    return outcome;
  }

  async #take(call: MiddlewareCall, key: string, held: ReadonlySet<string>): Promise<void> {
    let slots = this.#slots.get(key);
    if (slots === undefined) this.#slots.set(key, (slots = new SlotQueue(this.#limit)));
    if (slots.tryTake()) return;
    if (slots.waiting >= this.#queue) {
      throw new CallError("OVERLOADED", `${this.#describe(key)}, and ${slots.waiting} are already waiting.`);
    }
    if (this.#held.wouldCircle({ key, held })) {
      throw new CallError(
        "OVERLOADED",
        `${this.#describe(key)}, and those calls may be waiting for the caller of ${call.id}, which waits for this call.`,
      );
    }
    await this.#held.whileWaiting({ key, held }, slots.wait(call.context.signal));
  }

  #release(key: string): void {
    const slots = this.#slots.get(key);
    slots?.release();
    if (slots?.active === 0) this.#slots.delete(key);
  }

  #describe(key: string): string {
    return `The limit of ${this.#limit} concurrent calls for ${key} is reached`;
  }
}
