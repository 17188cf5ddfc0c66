/** For programs that `startChildPeer` starts. */
export interface ParentPort {
  /** Tells the parent that the program is ready. */
  ready(): void;
  /** Does nothing once the parent is gone or has told us to end. */
  send(message: unknown): void;
}

interface ParentHandlers {
  onMessage?: (message: unknown) => void;
  /**
   * The parent has told us to end, or is gone. Close everything, so that the process ends by itself. The parent kills it
   * after its limit, or at once without this callback.
   */
  onEnd?: () => void;
}

/** Connects to the parent. */
export function connectParent({ onMessage, onEnd }: ParentHandlers): ParentPort {
  const send = (message: unknown): void => {
    // The callback takes the error if the parent goes away just now.
    if (process.connected) process.send?.(message, undefined, undefined, () => {});
  };
  process.on("message", (message) => onMessage?.(message));
  process.once("disconnect", onEnd ?? (() => process.exit(0)));
  return { ready: () => send("ready"), send };
}
