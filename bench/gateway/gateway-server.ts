/** Runs one contender in its own process: `gateway-server.ts <part> <index> <address of the API>`. */
import { reportStart } from "../hub/report-start.ts";
import { gatewayParts } from "./contenders.ts";

const [part = "", index, api = ""] = process.argv.slice(2);
const gateway = gatewayParts[part]?.[Number(index)];
if (gateway === undefined) throw new Error("no such gateway");
reportStart({ url: await gateway.serve(api) });
