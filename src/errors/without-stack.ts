/**
 * Makes errors without their stacks. For refusals that a client can cause by the thousand: a stack takes longer than all
 * the rest of a refusal, and says nothing about a limit.
 */
export function withoutStack<T>(make: () => T): T {
  const { stackTraceLimit } = Error as { readonly stackTraceLimit?: number };
  limitStacks(0);
  try {
    return make();
  } finally {
    limitStacks(stackTraceLimit);
  }
}

/** By assignment, which V8 compiles to a store. It throws if the globals are frozen. */
function limitStacks(stackTraceLimit: number | undefined): void {
  try {
    (Error as { stackTraceLimit?: number | undefined }).stackTraceLimit = stackTraceLimit;
  } catch {
    // The stack is made, and costs its time.
  }
}

/** How many errors of one kind have a stack in each second. */
const STACKS_A_SECOND = 10;

/**
 * Decides which errors of one kind have a stack: the first few of each second. A person who looks for a mistake gets
 * one. A program that makes the same mistake thousands of times does not pay for stacks.
 */
export class StackRation {
  #second = 0;
  #left = 0;

  /** Makes an error. Its stack, if there is one left for this second, begins above the function `below`. */
  make<T extends Error>(make: () => T, below: (...parameters: never) => unknown): T {
    const error = withoutStack(make);
    // An engine without `captureStackTrace` ignores `stackTraceLimit` too: its errors keep their stacks.
    if (this.#take()) (Error as Partial<ErrorConstructor>).captureStackTrace?.(error, below);
    return error;
  }

  #take(): boolean {
    const second = Math.floor(Date.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#left = STACKS_A_SECOND;
    }
    return this.#left-- > 0;
  }
}
