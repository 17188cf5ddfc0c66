import { throwAll } from "./all-ended.ts";

/** What is to be closed, the last first; each once, and all of them whatever one of them throws. */
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
