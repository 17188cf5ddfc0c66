/** A process that offers operations to a hub: `spoke.ts <url of the hub> <log>`. */
import { OperationRegistry } from "../../../src/entries/index.ts";
import { connectSpoke } from "../../../src/entries/websocket.ts";
import { connectParent } from "../../support/child-side.ts";
import { openRanLog } from "../../support/ran-log.ts";
import { keys } from "../callers.ts";
import { bridgeOperations } from "../sources/operations.ts";

const [url = "", logPath = ""] = process.argv.slice(2);
const log = openRanLog(logPath, "spoke");
const registry = new OperationRegistry().registerAll(bridgeOperations("spoke", (key) => log.note(key)));
const spoke = await connectSpoke({ url, token: keys.spoke, registry });
const parent = connectParent({ onEnd: () => spoke.close() });
parent.ready();
