import { t as natsBus } from "./chunks/nats-bus-BTLh4ifY.js";
import { n as connectBus } from "./chunks/bus-peer-ryyqi57k.js";
import { t as createMemoryBroker } from "./chunks/memory-bus-CLN6HvwZ.js";
import { t as signedIdentity } from "./chunks/signed-identity-jUIVda0a.js";
export { connectBus, createMemoryBroker, natsBus, signedIdentity };
