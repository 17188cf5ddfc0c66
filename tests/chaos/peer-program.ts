/**
 * One peer on a bus, or one spoke of a hub, in its own process: a responder or a caller. In this folder, only this file
 * knows the protocol.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { connectBus as connectNats, natsBus, signedIdentity } from "../../src/entries/nats.ts";
import { connectBus as connectRedis, redisBus } from "../../src/entries/redis.ts";
import { OperationRegistry, subscribe, unwrap } from "../../src/entries/index.ts";
import { overWebSocket } from "../../src/entries/client.ts";
import type { RemoteCaller } from "../../src/entries/client.ts";
import type { Subscription } from "../../src/entries/index.ts";
import { connectSpoke } from "../../src/entries/websocket.ts";
import { connectParent, type ParentPort } from "../support/child-side.ts";
import { openRanLog } from "../support/ran-log.ts";
import { watchStalls } from "../support/stall-meter.ts";
import { planProbe } from "./call-plan.ts";
import type { CallPlan, CallReport, FromPeer, PeerSettings, ToCaller } from "./call-report.ts";
import { runLanes } from "./caller-lanes.ts";
import { chaosOperationIds, chaosOperations, CHAOS_KEY, streamWithIds } from "./chaos-operations.ts";
import { dataOf, makeCall, type ChaosAnswer, type ChaosClient } from "./make-call.ts";

const settings = JSON.parse(process.argv[2] ?? "") as PeerSettings;
const registry = new OperationRegistry();
const client: ChaosClient = {
  async call({ kind, ...input }, context) {
    return unwrap(await registry.execute<unknown, ChaosAnswer>(chaosOperationIds[kind], toInput(input), context));
  },
  stream({ kind, hasIds, ...input }, context) {
    const stream =
      hasIds === true
        ? (peer.resuming.subscribe(streamWithIds, toInput(input), context) as Subscription<ChaosAnswer>)
        : subscribe<ChaosAnswer>(registry, chaosOperationIds[kind], toInput(input), context);
    return dataOf(stream);
  },
};
const parent = settings.role === "caller" ? startCaller() : startResponder();
watchStalls((stall) => parent.send({ type: "stalled", stall } satisfies FromPeer));
const peer = await joinAtLast();
parent.ready();

/** Tries again, as a supervisor would: the broker may be down when the peer starts. */
async function joinAtLast(): Promise<JoinedPeer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await join();
    } catch (error) {
      if (attempt === 50) throw error;
      await sleep(200);
    }
  }
}

interface JoinedPeer {
  close(): Promise<void>;
  /** Calls whose streams with ids go on after a fault. */
  readonly resuming: Pick<RemoteCaller, "subscribe">;
}

async function join(): Promise<JoinedPeer> {
  const limits = { heartbeatMs: settings.heartbeatMs };
  const options = { registry, limits };
  // One of the two buses is sealed.
  const identity = signedIdentity({ secret: "the secret that all peers of the chaos share" });
  if (settings.meeting === "hub") return await joinHub(limits);
  const joined =
    settings.meeting === "nats"
      ? await connectNats({ ...options, identity, transport: await natsBus({ servers: settings.url }) })
      : await connectRedis({ ...options, transport: await redisBus({ url: settings.url }) });
  return { close: () => joined.close(), resuming: joined };
}

async function joinHub(limits: { heartbeatMs: number }): Promise<JoinedPeer> {
  const { url, role } = settings;
  const part = role === "caller" ? { imports: registry } : { registry };
  const options = { url, token: CHAOS_KEY, limits, reconnect: { maxDelayMs: 500 } };
  const spoke = await connectSpoke({ ...options, ...part });
  const resuming = overWebSocket(options);
  const close = async (): Promise<void> => {
    resuming.close();
    await spoke.drain();
  };
  return { close, resuming };
}

function toInput({ key, handlerMs, items }: Omit<CallPlan, "kind" | "hasIds">): object {
  return { key, handlerMs, items };
}

function startResponder(): ParentPort {
  const log = openRanLog(settings.ranLog, settings.name);
  for (const operation of chaosOperations(settings.name, log)) registry.register(operation);
  return connectParent({ onEnd: () => void peer.close().finally(() => log.close()) });
}

function startCaller(): ParentPort {
  let stop = new AbortController();
  const tell = (message: FromPeer): void => caller.send(message);
  const report = batch((reports) => tell({ type: "reports", reports }));
  const finish = (): void => {
    report.flush();
    tell({ type: "done" });
  };
  const obey = async (message: ToCaller): Promise<void> => {
    if (message.type === "stop") return stop.abort();
    stop = new AbortController();
    if (message.type === "traffic") {
      await runLanes(client, { ...message, caller: settings.name, onReport: report.add }, stop.signal);
    } else {
      const calls = planProbe(message.prefix).map((plan) => makeCall(client, settings.name, plan));
      for (const each of await Promise.all(calls)) report.add(each);
    }
    finish();
  };
  const caller = connectParent({
    onMessage: (message) => void obey(message as ToCaller),
    onEnd: () => {
      stop.abort();
      void peer.close();
    },
  });
  return caller;
}

/** Sends reports in batches. One message each would cost more than the calls. */
function batch(send: (reports: CallReport[]) => void): { add: (report: CallReport) => void; flush: () => void } {
  let waiting: CallReport[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length > 0) send(waiting);
    waiting = [];
  };
  return {
    add(report) {
      waiting.push(report);
      timer ??= setTimeout(flush, 50);
    },
    flush,
  };
}
