/** For the tests of broker-servers.ts: starts a server, and waits to be killed. */
import { startBroker } from "../broker-servers.ts";
import { connectParent } from "../child-side.ts";

const parent = connectParent({});
const broker = await startBroker("redis");
parent.send({ port: broker.port });
parent.ready();
