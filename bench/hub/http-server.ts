/** Runs one contender in its own process: `http-server.ts <index>`. */
import { contenders } from "./contenders.ts";
import { reportStart } from "./report-start.ts";

const contender = contenders[Number(process.argv[2])];
if (contender === undefined) throw new Error("no such contender");
reportStart({ url: await contender.serve() });
