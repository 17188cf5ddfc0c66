import { usedMs } from "./used-ms.ts";

/** How long the event loop of this thread stood still. */
export interface LoopBlocks {
  /** Milliseconds of the longest block, including time when other processes had the processor. */
  readonly longest: number;
  /** Milliseconds of the block in which this thread itself computed longest: only this is our fault. */
  readonly ours: number;
}

const EVERY = 10;

/**
 * Watches the event loop. On a busy machine a thread also waits for its turn, which looks the same from inside. The
 * processor time of the thread distinguishes the two.
 */
export function watchLoop(): { blocks(): LoopBlocks; stop(): void } {
  let [longest, ours] = [0, 0];
  let [at, used] = [performance.now(), usedMs()];
  const look = (): void => {
    const [now, usedNow] = [performance.now(), usedMs()];
    longest = Math.max(longest, now - at - EVERY);
    ours = Math.max(ours, usedNow - used);
    [at, used] = [now, usedNow];
  };
  const timer = setInterval(look, EVERY);
  return { blocks: () => ({ longest, ours }), stop: () => clearInterval(timer) };
}
