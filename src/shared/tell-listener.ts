/**
 * Calls a listener. A listener only watches, so its own failure never reaches the code that it watches: `onFailure`
 * gets it, and without `onFailure` it is dropped.
 */
export function tellListener<TEvent>(
  listener: ((event: TEvent) => void) | undefined,
  event: TEvent,
  onFailure?: (error: unknown) => void,
): void {
  try {
    listener?.(event);
  } catch (error) {
    onFailure?.(error);
  }
}
