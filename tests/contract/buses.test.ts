import { createMemoryBroker } from "../../src/protocol/links/memory-bus.ts";
import { startBroker } from "../support/broker-servers.ts";
import type { BrokerKind } from "../support/broker-servers.ts";
import { isLeftOut } from "../support/left-out.ts";
import { describeBus } from "./bus-contract.ts";
import type { BrokerWorld, BusContract } from "./bus-contract.ts";
import { connectBroker } from "./link-pairs.ts";

describeBus("memory", {
  async start() {
    const broker = createMemoryBroker();
    return { connect: async () => broker.connect(), stop: async () => undefined };
  },
});

if (!isLeftOut("redis")) describeBus("Redis", withBroker("redis"));
if (!isLeftOut("nats")) describeBus("NATS", withBroker("nats"));

function withBroker(kind: BrokerKind): BusContract {
  const start = async (): Promise<BrokerWorld> => {
    const broker = await startBroker(kind);
    const connectAt = (port: number) => connectBroker(kind, port);
    return { broker, connectAt, connect: () => connectAt(broker.port), stop: () => broker.stop() };
  };
  return { start, startWithBroker: start };
}
