import type { OperationContext } from "../operation/operation-context.ts";
import type { MiddlewareCall } from "../operation/middleware.ts";

interface HeldNode {
  readonly parent: HeldNode | undefined;
  /** The keys of the slots that the call holds, and of the streams that it has open. */
  readonly keys: string[];
}

interface Waiter {
  readonly key: string;
  readonly held: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Knows which slots the callers of a nested call hold. It identifies contexts as objects, never by `parentRequestId`: a
 * remote caller could claim any id and so pass every limit.
 */
export class HeldKeys {
  readonly #nodes = new WeakMap<OperationContext, HeldNode>();
  readonly #waiters = new Set<Waiter>();

  /** The keys of the slots that the callers of this call hold. */
  above({ parent }: MiddlewareCall): ReadonlySet<string> {
    if (parent === undefined) return NOTHING;
    const keys = new Set<string>();
    let node = this.#nodes.get(parent);
    for (; node !== undefined; node = node.parent) for (const key of node.keys) keys.add(key);
    return keys;
  }

  /** Lets the calls below this one know what is held above them. `key` is the slot that this call took, if any. */
  enter({ context, parent }: MiddlewareCall, key?: string): void {
    const above = parent === undefined ? undefined : this.#nodes.get(parent);
    if (above === undefined && key === undefined) return;
    this.#nodes.set(context, { parent: above, keys: key === undefined ? [] : [key] });
  }

  /** The call is over. Calls that it still makes wait like any other. */
  leave({ context }: MiddlewareCall): void {
    this.#nodes.delete(context);
  }

  /**
   * A stream that a handler reads holds its slot for that handler: otherwise the handler's other calls would wait for
   * themselves. Returns a function that ends that.
   */
  lend({ parent }: MiddlewareCall, key: string): () => void {
    if (parent === undefined) return () => undefined;
    let node = this.#nodes.get(parent);
    if (node === undefined) this.#nodes.set(parent, (node = { parent: undefined, keys: [] }));
    const { keys } = node;
    keys.push(key);
    return () => void keys.splice(keys.indexOf(key), 1);
  }

  /** Whether a call that holds slots would wait for calls that, in the end, wait for one of those slots. */
  wouldCircle({ key, held }: Waiter): boolean {
    const reached = new Set([key]);
    for (const from of reached) {
      for (const waiter of this.#waiters) if (waiter.held.has(from)) reached.add(waiter.key);
    }
    return Array.from(held).some((own) => reached.has(own));
  }

  /** Remembers what the call waits for while it waits. */
  async whileWaiting(waiter: Waiter, wait: Promise<void>): Promise<void> {
    if (waiter.held.size === 0) return wait;
    this.#waiters.add(waiter);
    try {
      await wait;
    } finally {
      this.#waiters.delete(waiter);
    }
  }
}
