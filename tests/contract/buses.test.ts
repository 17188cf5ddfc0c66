import { createMemoryBroker } from "../../src/protocol/memory-bus.ts";
import type { Bus } from "../../src/protocol/bus.ts";
import { natsBus } from "../../src/nats.ts";
import { redisBus } from "../../src/redis.ts";
import { startBroker } from "../support/broker-servers.ts";
import type { BrokerKind } from "../support/broker-servers.ts";
import { isLeftOut } from "../support/left-out.ts";
import { describeBus } from "./bus-contract.ts";
import type { BrokerWorld, BusContract } from "./bus-contract.ts";

describeBus("memory", {
  async start() {
    const broker = createMemoryBroker();
    return { connect: async () => broker.connect(), stop: async () => undefined };
  },
});

if (!isLeftOut("redis"))
  describeBus(
    "Redis",
    withBroker("redis", (url) => redisBus({ url })),
  );
if (!isLeftOut("nats"))
  describeBus(
    "NATS",
    withBroker("nats", (servers) => natsBus({ servers })),
  );

function withBroker(kind: BrokerKind, connect: (url: string) => Promise<Bus>): BusContract {
  const start = async (): Promise<BrokerWorld> => {
    const broker = await startBroker(kind);
    const connectAt = (port: number): Promise<Bus> => connect(broker.url.replace(`:${broker.port}`, `:${port}`));
    return { broker, connectAt, connect: () => connect(broker.url), stop: () => broker.stop() };
  };
  return { start, startWithBroker: start };
}
