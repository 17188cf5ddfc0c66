/**
 * Work that comes in at once from many connections, and large texts that are ready at once, would block the event loop
 * together. So one turn of the loop takes only so much of it, and the rest waits for later turns.
 */
import { afterArrivals } from "./turns.ts";

/** Smaller texts are not counted. */
const LEAST_BYTES = 64 * 1024;
const BYTES_PER_TURN = 2 * 1024 * 1024;
const MS_PER_TURN = 20;

const waiting: Array<() => void> = [];
let spent = 0;
let beganAt = 0;
/** Whether the end of this turn is awaited. */
let hasBegun = false;

/** A text was written in this turn. */
export function spendTurn(bytes: number): void {
  if (bytes < LEAST_BYTES) return;
  begin();
  spent += bytes;
}

/**
 * To be awaited before work that may take long. Undefined where this turn has room, as it mostly has: begin at once then,
 * because everything that awaits it first would find the same room.
 */
export function roomInTurn(): Promise<void> | undefined {
  begin();
  if (waiting.length === 0 && spent < BYTES_PER_TURN && performance.now() - beganAt < MS_PER_TURN) return undefined;
  return new Promise((resolve) => void waiting.push(resolve));
}

function begin(): void {
  if (hasBegun) return;
  hasBegun = true;
  beganAt = performance.now();
  afterArrivals(nextTurn);
}

/** Lets one go on: how much work it has is not known before. */
function nextTurn(): void {
  hasBegun = false;
  spent = 0;
  const next = waiting.shift();
  if (next === undefined) return;
  if (waiting.length > 0) begin();
  next();
}
