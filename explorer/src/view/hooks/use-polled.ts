import { useEffect, useState } from "preact/hooks";

export type Polled<T> = { readonly value: T; readonly at: number } | { readonly error: unknown };

/**
 * The server's latest answer to a question, asked every `everyMs` milliseconds, or once if that is undefined. Undefined
 * until the first answer.
 */
export function usePolled<T>(
  load: () => Promise<T>,
  everyMs: number | undefined,
  /** A change of this value asks again at once. */
  asked = 0,
): Polled<T> | undefined {
  const [polled, setPolled] = useState<Polled<T> | undefined>(undefined);
  useEffect(() => {
    let isLeft = false;
    const ask = (): void => {
      load().then(
        (value) => !isLeft && setPolled({ value, at: Date.now() }),
        (error: unknown) => !isLeft && setPolled({ error }),
      );
    };
    ask();
    const timer = everyMs === undefined ? undefined : setInterval(ask, everyMs);
    return () => {
      isLeft = true;
      clearInterval(timer);
    };
  }, [everyMs, asked]);
  return polled;
}
