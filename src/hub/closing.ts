import { messageOf } from "../errors/call-error.ts";

/** What has to be closed, in reverse order: each step once, and all of them even if one throws. */
export class Closing {
  readonly #steps: Array<() => void | Promise<void>> = [];

  add(step: () => void | Promise<void>): void {
    this.#steps.push(step);
  }

  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (const step of this.#steps.splice(0).reverse()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    throwAll(failures);
  }
}

/** Waits for all of them, even if one fails, and then throws what they threw. */
export async function allEnded(ending: ReadonlyArray<Promise<unknown>>): Promise<void> {
  const ends = await Promise.allSettled(ending);
  throwAll(ends.flatMap((end) => (end.status === "rejected" ? [end.reason as unknown] : [])));
}

/** Throws the failures, if there are any; several as one. */
function throwAll(failures: readonly unknown[]): void {
  if (failures.length === 0) return;
  if (failures.length === 1) throw failures[0];
  throw new AggregateError(failures, failures.map(messageOf).join("; "));
}
