/** For the tests of child-peer.ts: starts a child, stops it, and waits to be killed. */
import { fileURLToPath } from "node:url";
import { startChildPeer } from "../child-peer.ts";
import { connectParent } from "../child-side.ts";

const parent = connectParent({});
const child = startChildPeer(fileURLToPath(new URL("echo-peer.ts", import.meta.url)));
await child.ready;
child.stop();
parent.send({ childPid: child.pid });
parent.ready();
