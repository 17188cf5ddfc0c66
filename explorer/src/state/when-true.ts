import { effect } from "@preact/signals";

/** Resolves as soon as the condition, which reads signals, is true. */
export function whenTrue(condition: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (!condition()) return;
      resolve();
      // The effect may still be in its first run, before `stop` exists.
      queueMicrotask(() => stop());
    });
  });
}
