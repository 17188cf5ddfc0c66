/** What a program started by `startChildPeer` uses. */
export interface ParentPort {
  /** Says that the program can be used. */
  ready(): void;
  /** After the parent has gone, or has told us to end, this does nothing. */
  send(message: unknown): void;
}

interface ParentHandlers {
  onMessage?: (message: unknown) => void;
  /**
   * When the parent has told us to end, or is gone: close everything, so that the process ends by itself. Without it,
   * or when it takes longer than the limit of the parent, the process is killed.
   */
  onEnd?: () => void;
}

/** Opens the talk with the parent. */
export function connectParent({ onMessage, onEnd }: ParentHandlers): ParentPort {
  const send = (message: unknown): void => {
    // The callback takes the error of a parent that goes away just now.
    if (process.connected) process.send?.(message, undefined, undefined, () => {});
  };
  process.on("message", (message) => onMessage?.(message));
  process.once("disconnect", onEnd ?? (() => process.exit(0)));
  return { ready: () => send("ready"), send };
}
