import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { bundleProgram, type BundledProgram } from "../support/bundle-program.ts";
import { startBroker } from "../support/broker-servers.ts";
import { startChildPeer, type ChildPeer } from "../support/child-peer.ts";
import { endWithParent } from "../support/end-with-parent.ts";
import { readRanLog } from "../support/ran-log.ts";
import { startServerProgram } from "../support/server-program.ts";
import { watchStalls } from "../support/stall-meter.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import type { CallReport, FromPeer, MeetingKind, PeerSettings, ToCaller } from "./call-report.ts";
import { judge, type Death, type Evidence, type ProcessStall } from "./verdict.ts";

const peerProgram = fileURLToPath(new URL("peer-program.ts", import.meta.url));
const hubProgram = fileURLToPath(new URL("hub-program.ts", import.meta.url));
const responderNames = ["r1", "r2", "r3"];
const callerNames = ["c1", "c2"];
/** Waits for calls that may still start: those of a stopped responder, and those that a proxy held. */
const quietMs = 500;
/**
 * For each caller. On a machine that pauses for seconds, peers lose each other again and again: a peer that is silent for
 * two and a half heartbeats counts as gone.
 */
const recoveryMs = 60_000;

/** A peer in its own process, behind its own proxy. */
export interface Slot {
  readonly proxy: TcpProxy;
  /** Changes with each process that takes the slot: `r1`, `r1.2`. */
  name: string;
  peer: ChildPeer;
  /** Until then, the run has stopped it on purpose, so the machine is not to blame for a stall. */
  heldUntil: number;
}

export interface Caller extends Slot {
  /** Resolves when all calls that it was told to make have ended. */
  idle: Promise<void>;
  setIdle: () => void;
}

export interface StageOptions {
  readonly meeting: MeetingKind;
  readonly heartbeatMs: number;
  readonly slackMs: number;
}

export interface StageTraffic {
  readonly prefix: string;
  readonly seed: number;
  readonly lanes: number;
  /** For each caller. Without it, traffic runs until `stopTraffic()`. */
  readonly calls?: number;
}

/** The broker or hub, in its own process. */
export interface Meeting {
  readonly port: number;
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface StageParts {
  readonly meeting: Meeting;
  readonly program: BundledProgram;
  /** For the log of runs, and what a hub keeps. */
  readonly folder: string;
}

/** A broker or a hub, three responders and two callers. */
export class ChaosStage {
  readonly options: StageOptions;
  readonly meeting: Meeting;
  readonly responders: Slot[] = [];
  readonly callers: Caller[] = [];
  readonly reports: CallReport[] = [];
  readonly deaths: Death[] = [];
  readonly #stalls: ProcessStall[] = [];
  readonly #stopWatch: () => void;
  readonly #program: BundledProgram;
  readonly #folder: string;
  readonly #releaseFolder: () => void;
  readonly #ranLog: string;
  #probes = 0;
  #replaced = 1;

  private constructor(options: StageOptions, { meeting, program, folder }: StageParts) {
    this.#program = program;
    this.#folder = folder;
    this.#releaseFolder = endWithParent({ folder });
    this.#ranLog = join(folder, "ran.log");
    this.options = options;
    this.meeting = meeting;
    this.#stopWatch = watchStalls((stall) => this.#stalls.push({ ...stall, of: "runner" }));
  }

  static async start(options: StageOptions): Promise<ChaosStage> {
    const program = await bundleProgram(peerProgram);
    const { meeting: kind } = options;
    const folder = makeTempFolder("chaos");
    const stateFolder = join(folder, "state");
    const starting = kind === "hub" ? startServerProgram(hubProgram, { stateFolder }) : startBroker(kind);
    const meeting = await starting.catch((error: unknown) => {
      program.remove();
      throw error;
    });
    const stage = new ChaosStage(options, { meeting, program, folder });
    try {
      await Promise.all([
        ...responderNames.map(async (name) => stage.responders.push(await stage.#openResponder(name))),
        ...callerNames.map(async (name) => stage.callers.push(await stage.#openCaller(name))),
      ]);
      await Promise.all([...stage.responders, ...stage.callers].map(({ peer }) => peer.ready));
      await stage.expectRecovery();
    } catch (error) {
      await stage.destroy();
      throw error;
    }
    return stage;
  }

  /** Starts the calls of both callers. */
  async beginTraffic({ prefix, seed, lanes, calls = Infinity }: StageTraffic): Promise<void> {
    for (const [index, caller] of this.callers.entries()) {
      const limit = Math.min(calls, Number.MAX_SAFE_INTEGER);
      const own = { prefix: `${prefix}${caller.name}-`, seed: seed + index, lanes, calls: limit };
      await this.#tell(caller, { type: "traffic", ...own });
    }
  }

  /** Starts no more calls. Resolves when all have ended. */
  async stopTraffic(): Promise<void> {
    for (const caller of this.callers) await caller.peer.send({ type: "stop" } satisfies ToCaller);
    await this.trafficEnded();
  }

  /** Rejects when a caller's process has ended. */
  async trafficEnded(): Promise<void> {
    for (const { idle, peer, name } of this.callers) {
      const exit = await Promise.race([idle, peer.exited]);
      if (exit !== undefined) throw new Error(`${name} has ended: ${peer.stderr()}`);
    }
  }

  /** A new process takes the slot of a responder that was killed. */
  async replaceResponder(slot: Slot): Promise<void> {
    slot.name = `${slot.name.split(".")[0]}.${++this.#replaced}`;
    slot.peer = this.#startPeer(slot, "responder");
    await slot.peer.ready;
  }

  /** After faults: both callers reach all three responders again, and calls of each kind succeed. */
  async expectRecovery(): Promise<void> {
    for (const caller of this.callers) {
      const deadline = Date.now() + recoveryMs;
      const missing = new Set(this.responders.map(({ name }) => name));
      let succeeded = false;
      while (missing.size > 0 || !succeeded) {
        if (Date.now() > deadline) throw new Error(this.#explainNoRecovery(caller, [...missing]));
        const reports = await this.#probe(caller);
        succeeded = reports.every(({ outcome }) => outcome === "result");
        for (const { by } of reports) if (by !== undefined) missing.delete(by);
        if (!succeeded) await sleep(50);
      }
    }
  }

  /** All evidence from this report on. */
  evidence(fromReport = 0): Evidence {
    const { heartbeatMs, slackMs } = this.options;
    const reports = this.reports.slice(fromReport);
    const { deaths } = this;
    return { reports, runs: readRanLog(this.#ranLog), deaths, heartbeatMs, slackMs, stalls: this.#stalls };
  }

  /** Waits until no call can still start, then judges all calls from this report on. */
  async problems(fromReport = 0): Promise<string[]> {
    await sleep(quietMs);
    return judge(this.evidence(fromReport));
  }

  /** Tells all peers to end, which they must do by themselves, then judges the whole run. */
  async close(): Promise<string[]> {
    const problems: string[] = [];
    try {
      for (const { peer, name } of [...this.callers, ...this.responders]) {
        await peer.end().then(
          ({ code, signal }) => code !== 0 && problems.push(`${name} ended with ${signal ?? code}: ${peer.stderr()}`),
          (error: Error) => problems.push(`${name}: ${error.message}`),
        );
      }
      return [...problems, ...judge(this.evidence())];
    } finally {
      await this.destroy();
    }
  }

  /** Ends everything at once. */
  async destroy(): Promise<void> {
    this.#stopWatch();
    const slots = [...this.callers, ...this.responders];
    await Promise.all(slots.map(({ peer }) => peer.kill()));
    await Promise.all(slots.map(({ proxy }) => proxy.close()));
    await this.meeting.stop();
    this.#program.remove();
    rmSync(this.#folder, { recursive: true, force: true });
    this.#releaseFolder();
  }

  async #probe(caller: Caller): Promise<CallReport[]> {
    const prefix = `probe${this.#probes++}-${caller.name}-`;
    const before = this.reports.length;
    await this.#tell(caller, { type: "probe", prefix });
    await this.trafficEnded();
    return this.reports.slice(before).filter(({ plan }) => plan.key.startsWith(prefix));
  }

  #explainNoRecovery(caller: Caller, missing: string[]): string {
    const last = this.reports.findLast((report) => report.caller === caller.name && report.outcome === "error");
    const why = last === undefined ? "no call failed" : `last failure: ${last.code} ${last.message}`;
    return `${caller.name} did not recover within ${recoveryMs} ms; no answer from: ${missing.join(", ")}; ${why}`;
  }

  async #tell(caller: Caller, message: ToCaller): Promise<void> {
    caller.idle = new Promise((resolve) => (caller.setIdle = resolve));
    await caller.peer.send(message);
  }

  async #openResponder(name: string): Promise<Slot> {
    const proxy = await startTcpProxy(this.meeting.port);
    const slot = { name, proxy, heldUntil: 0 };
    return Object.assign(slot, { peer: this.#startPeer(slot, "responder") });
  }

  async #openCaller(name: string): Promise<Caller> {
    const proxy = await startTcpProxy(this.meeting.port);
    const slot = { name, proxy, heldUntil: 0, idle: Promise.resolve(), setIdle: () => {} };
    return Object.assign(slot, { peer: this.#startPeer(slot, "caller") });
  }

  #startPeer(slot: Omit<Slot, "peer"> & Partial<Caller>, role: PeerSettings["role"]): ChildPeer {
    const { meeting, heartbeatMs } = this.options;
    const address = `127.0.0.1:${slot.proxy.port}`;
    const url = meeting === "hub" ? `ws://${address}/ws` : `${meeting}://${address}`;
    const settings: PeerSettings = { role, name: slot.name, meeting, url, heartbeatMs, ranLog: this.#ranLog };
    return startChildPeer(this.#program.path, {
      args: [JSON.stringify(settings)],
      onMessage: (message) => this.#hear(slot, message as FromPeer),
    });
  }

  #hear(slot: Omit<Slot, "peer"> & Partial<Caller>, message: FromPeer): void {
    switch (message.type) {
      case "reports":
        this.reports.push(...message.reports);
        return;
      case "done":
        slot.setIdle?.();
        return;
      case "stalled":
        if (message.stall.from >= slot.heldUntil) this.#stalls.push({ ...message.stall, of: slot.name });
    }
  }
}
