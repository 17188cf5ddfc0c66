import { setTimeout as sleep } from "node:timers/promises";
import type { SeededRandom } from "../support/seeded-random.ts";
import type { CutMoment, Direction } from "../support/tcp-proxy.ts";
import type { ChaosStage, Slot } from "./chaos-stage.ts";

export interface FaultContext {
  readonly stage: ChaosStage;
  readonly random: SeededRandom;
  /** How long a fault lasts if it does not end by itself. */
  readonly holdMs: number;
  /** The peers that it hits. */
  readonly responder: Slot;
  readonly caller: Slot;
  /** Aborts when traffic has ended, so that no fault waits for more traffic. */
  readonly over?: AbortSignal;
}

/** Does the damage, lets it last, and repairs what does not repair itself. */
export type Fault = (context: FaultContext) => Promise<void>;

/** Every fault, keyed by a description. */
export const faults = {
  "the broker is killed and started again": async ({ stage, holdMs }) => {
    await stage.meeting.kill();
    await sleep(Math.min(holdMs, 500));
    await stage.meeting.restart();
  },

  "a responder is killed and replaced": async ({ stage, responder }) => {
    stage.deaths.push({ responder: responder.name, at: Date.now() });
    await responder.peer.kill();
    await stage.replaceResponder(responder);
  },

  "a responder leaves and another comes": async ({ stage, responder }) => {
    const { code, signal } = await responder.peer.end({ withinMs: 30_000 });
    if (code !== 0) throw new Error(`${responder.name} ended with ${signal ?? code}: ${responder.peer.stderr()}`);
    await stage.replaceResponder(responder);
  },

  "a responder is stopped and continued": async ({ stage, responder, holdMs }) => {
    responder.heldUntil = Infinity;
    responder.peer.stop();
    await lastAsDeath(stage, responder, holdMs);
    responder.peer.continue();
    responder.heldUntil = Date.now();
  },

  "the connection of a responder is cut": ({ responder }) => cut(responder),
  "the connection of a caller is cut": ({ caller }) => cut(caller),

  // A Redis client has two: one to listen, one for everything else.
  "one connection of a responder is cut": ({ responder, random }) => cut(responder, random),
  "one connection of a caller is cut": ({ caller, random }) => cut(caller, random),

  "the connection of a responder is cut and refused": ({ responder, holdMs }) => cutAndRefuse(responder, holdMs),
  "the connection of a caller is cut and refused": ({ caller, holdMs }) => cutAndRefuse(caller, holdMs),

  "nothing of a responder reaches the broker": async ({ stage, responder, holdMs }) => {
    responder.proxy.pause("up");
    await lastAsDeath(stage, responder, holdMs);
    responder.proxy.resume();
  },

  "nothing of the broker reaches a responder": ({ responder, holdMs }) => hold(responder, "down", holdMs),
  "nothing of a caller reaches the broker": ({ caller, holdMs }) => hold(caller, "up", holdMs),
  "nothing of the broker reaches a caller": ({ caller, holdMs }) => hold(caller, "down", holdMs),

  "a caller is cut when the broker has its call": ({ caller, over }) =>
    cutAfter(caller, afterEvent("up", "call.requested"), over),
  "a caller is cut when it has got an answer": ({ caller, over }) =>
    cutAfter(caller, afterEvent("down", "call.responded"), over),
  "a responder is cut when it has got a call": ({ responder, over }) =>
    cutAfter(responder, afterEvent("down", "call.requested"), over),
  "a responder is cut when the broker has its answer": ({ responder, over }) =>
    cutAfter(responder, afterEvent("up", "call.responded"), over),

  "a message of a caller is torn": ({ caller, random, over }) =>
    cutAfter(caller, { direction: "up", when: random.between(1, 2_000) }, over),
  "a message of a responder is torn": ({ responder, random, over }) =>
    cutAfter(responder, { direction: "up", when: random.between(1, 2_000) }, over),
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;

export const faultNames = Object.keys(faults) as FaultName[];

/** Counts as a death if it lasts as long as callers may take to notice one. */
async function lastAsDeath(stage: ChaosStage, responder: Slot, holdMs: number): Promise<void> {
  const { heartbeatMs, slackMs } = stage.options;
  if (holdMs >= 3 * heartbeatMs + slackMs) stage.deaths.push({ responder: responder.name, at: Date.now() });
  await sleep(holdMs);
}

function cut({ proxy }: Slot, random?: SeededRandom): Promise<void> {
  proxy.cut(random?.between(0, Math.max(0, proxy.connections - 1)));
  return Promise.resolve();
}

async function cutAndRefuse({ proxy }: Slot, holdMs: number): Promise<void> {
  await proxy.refuse(true);
  proxy.cut();
  await sleep(holdMs);
  await proxy.refuse(false);
}

async function hold({ proxy }: Slot, direction: Direction, holdMs: number): Promise<void> {
  proxy.pause(direction);
  await sleep(holdMs);
  proxy.resume();
}

function afterEvent(direction: Direction, event: string): CutOptions {
  return { direction, when: (chunk) => chunk.includes(event) || isMasked(chunk) };
}

/** A WebSocket client masks what it sends, so any text from it counts. */
function isMasked([first = 0, second = 0]: Uint8Array): boolean {
  return first === 0x81 && second >= 0x80;
}

interface CutOptions {
  readonly direction: Direction;
  readonly when: CutMoment;
}

async function cutAfter({ proxy, name }: Slot, { direction, when }: CutOptions, over?: AbortSignal): Promise<void> {
  const waited = AbortSignal.timeout(20_000);
  const signal = over === undefined ? waited : AbortSignal.any([over, waited]);
  const happened = await proxy.cutAfter(direction, when, signal);
  if (!happened && over?.aborted !== true) throw new Error(`no traffic to cut after at ${name}`);
}
