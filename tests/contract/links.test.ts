import { afterAll } from "vitest";
import { isLeftOut } from "../support/left-out.ts";
import { describeLink, describePlainTextLink, describeTextLink } from "./link-contract.ts";
import { memoryPair, SharedBrokers, webSocketPair } from "./link-pairs.ts";

const brokers = new SharedBrokers();

afterAll(() => brokers.stop());

describeLink("memory", memoryPair);
describePlainTextLink("WebSocket", webSocketPair);
if (!isLeftOut("redis")) describeTextLink("Redis", brokers.pair("redis"));
if (!isLeftOut("nats")) describeTextLink("NATS", brokers.pair("nats"));
