import { messageOf } from "../../../errors/call-error.ts";
import type { Bus } from "../../../protocol/ports/bus.ts";
import { delay } from "../../../shared/time/wait.ts";
import type { OpenedSource, OperationSource, SourceContext, SourceFinding } from "../../../sources/source.ts";
import type { RemoteConfig } from "../../config/hub-config.ts";
import { ImportedOperations } from "./imported-operations.ts";
import { offeredBy } from "./offered-by.ts";

type NatsRemote = Extract<RemoteConfig, { type: "nats" }>;
type RedisRemote = Extract<RemoteConfig, { type: "redis" }>;

/** A bus has no list of its members. Those that are there answer a hello within this time. Milliseconds. */
const TIME_TO_MEET = 250;

// The hub loads the code of a bus only when its config names one.

/** The operations of every process on NATS. */
export const natsSource: OperationSource<NatsRemote> = {
  async open(config, context) {
    const { natsBus } = await import("../../../transports/nats/nats-bus.ts");
    const servers = [config.servers].flat();
    const { user, pass } = credentialsOf(servers[0] ?? "");
    const hosts = servers.map((server) => server.replace(/^(\w+:\/\/)[^@/]*@/, "$1"));
    return await join(await natsBus({ servers: hosts, user, pass, token: config.token }), config, context);
  },
};

/** The operations of every process on Redis. */
export const redisSource: OperationSource<RedisRemote> = {
  async open(config, context) {
    const { redisBus } = await import("../../../transports/redis/redis-bus.ts");
    return await join(await redisBus({ url: config.url }), config, context);
  },
};

/** The client of NATS takes no credentials in an address. */
function credentialsOf(server: string): { user?: string; pass?: string } {
  if (!URL.canParse(server)) return {};
  const { username, password } = new URL(server);
  return username === "" ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}

/** Joins the peers on a bus: imports their operations, and lets them call those that are offered. */
async function join(transport: Bus, config: NatsRemote | RedisRemote, context: SourceContext): Promise<OpenedSource> {
  const { identitySecret: secret, prefix, offer, heartbeat } = config;
  const { name, registry, log, signal, changed, stateChanged } = context;
  const imported = new ImportedOperations(changed);
  const { connectBus } = await import("../../../protocol/peers/bus-peer.ts");
  const { signedIdentity } = await import("../../../protocol/identity/signed-identity.ts");
  const peer = await connectBus({
    transport,
    registry,
    imports: imported.registry,
    identity: secret === undefined ? undefined : signedIdentity({ secret }),
    prefix,
    limits: heartbeat === undefined ? undefined : { heartbeatMs: heartbeat },
    offer: offeredBy(offer),
    onError: (error) => log("warn", messageOf(error), { source: name }),
  });
  try {
    await delay(TIME_TO_MEET, signal);
  } catch (error) {
    imported.stop();
    await peer.close({ graceMs: 0 });
    throw error;
  }
  const stopStates = transport.onState((state) => {
    if (state === "connected") stateChanged({ state: "ready" });
    else if (state === "disconnected") stateChanged({ state: "connecting", error: lost(transport, "lost") });
    else if (state === "closed") stateChanged({ state: "failed", error: lost(transport, "closed") });
  });
  return {
    get operations() {
      return imported.operations;
    },
    report: () => ({ quarantined: [], findings: secret === undefined ? [UNSIGNED] : [] }),
    settled: () => imported.settled(peer),
    stopAnswering: () => peer.stopAnswering(),
    async close(options) {
      imported.stop();
      stopStates();
      await peer.close(options);
    },
  };
}

function lost({ name }: Bus, how: string): Error {
  return new Error(`The connection to ${name} is ${how}.`);
}

const UNSIGNED: SourceFinding = {
  kind: "anonymous",
  where: "identitySecret",
  why: "without it no call on the bus has an identity: only operations that ask for no scope can be called",
};
