/** One way to call a function in another process, and to stream from it. */
import type { Order } from "../small-operation.ts";

export interface Contender {
  readonly name: string;
  /** Runs in its own process until the process ends. Returns its address. */
  serve(this: void, broker: string): Promise<string>;
  connect(this: void, address: string, broker: string): Promise<Connection>;
}

export interface Connection {
  call(this: void, order: Order): Promise<unknown>;
  /** Reads a stream of this many items, and returns how many arrived. */
  stream?(this: void, count: number): Promise<number>;
  close(this: void): Promise<void> | void;
}

/** An item of the streams. */
export interface Item {
  readonly index: number;
  readonly label: string;
}

export function itemAt(index: number): Item {
  return { index, label: `item ${index}` };
}

/** Counts the items that arrive. */
export async function countOf(stream: AsyncIterable<unknown>): Promise<number> {
  let received = 0;
  for await (const _item of stream) received++;
  return received;
}

/**
 * Takes a variable, because the compiler resolves a literal in `import()`, and the peers are installed on first use.
 */
export async function load<TModule>(specifier: string): Promise<TModule> {
  return (await import(specifier)) as TModule;
}
