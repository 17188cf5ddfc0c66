import type { Bus } from "../../protocol/ports/bus.ts";
import { messageOf } from "../../errors/call-error.ts";
import type { RemoteConfig } from "../config/hub-config.ts";
import type { ConnectContext, OpenedSource } from "./connector.ts";
import { ImportedOperations } from "./imported-operations.ts";
import { offeredBy } from "./offered-operations.ts";
import type { SourceFinding } from "./source-status.ts";

type NatsRemote = Extract<RemoteConfig, { type: "nats" }>;
type RedisRemote = Extract<RemoteConfig, { type: "redis" }>;

/** Nobody keeps a list of who is on a bus; whoever is answers a hello within moments. Milliseconds. */
const TIME_TO_MEET = 250;

// A hub loads the code of a bus only when its config names one.

export async function connectNats(config: NatsRemote, context: ConnectContext): Promise<OpenedSource> {
  const { natsBus } = await import("../../transports/nats/nats-bus.ts");
  const servers = [config.servers].flat();
  const { user, pass } = credentialsOf(servers[0] ?? "");
  const hosts = servers.map((server) => server.replace(/^(\w+:\/\/)[^@/]*@/, "$1"));
  return await join(await natsBus({ servers: hosts, user, pass, token: config.token }), config, context);
}

export async function connectRedis(config: RedisRemote, context: ConnectContext): Promise<OpenedSource> {
  const { redisBus } = await import("../../transports/redis/redis-bus.ts");
  return await join(await redisBus({ url: config.url }), config, context);
}

/** The client of NATS takes no credentials in an address. */
function credentialsOf(server: string): { user?: string; pass?: string } {
  if (!URL.canParse(server)) return {};
  const { username, password } = new URL(server);
  return username === "" ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}

/** Joins the peers on a bus: theirs appears here, and what is offered can be called by them. */
async function join(transport: Bus, config: NatsRemote | RedisRemote, context: ConnectContext): Promise<OpenedSource> {
  const { identitySecret: secret, prefix, offer } = config;
  const { name, registry, log } = context;
  const imported = new ImportedOperations();
  const { connectBus } = await import("../../protocol/peers/bus-peer.ts");
  const { signedIdentity } = await import("../../protocol/identity/signed-identity.ts");
  const peer = await connectBus({
    transport,
    registry,
    imports: imported.registry,
    identity: secret === undefined ? undefined : signedIdentity({ secret }),
    prefix,
    offer: offeredBy(offer),
    onError: (error) => log("warn", messageOf(error), { source: name }),
  });
  await new Promise((resolve) => setTimeout(resolve, TIME_TO_MEET));
  return {
    get operations() {
      return imported.operations;
    },
    report: () => ({ quarantined: [], findings: secret === undefined ? [UNSIGNED] : [] }),
    onChange: (listener) => imported.onChange(listener),
    onConnection: (listener) =>
      transport.onState((state) => {
        if (state === "connected") listener(undefined);
        else if (state === "disconnected") listener(new Error(`The connection to ${transport.name} is lost.`));
      }),
    onLost: (listener) =>
      transport.onState((state) => {
        if (state === "closed") listener(new Error(`The connection to ${transport.name} is closed.`));
      }),
    stopAnswering: () => peer.stopAnswering(),
    close: (options) => peer.close(options),
  };
}

const UNSIGNED: SourceFinding = {
  kind: "anonymous",
  where: "identitySecret",
  why: "without it nobody on the bus knows who calls: only what asks for no scope can be called",
};
