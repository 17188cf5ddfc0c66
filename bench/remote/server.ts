/** Runs the server of one contender in its own process: `tsx server.ts <transport> <index> <broker>`. */
import { contenders } from "./contenders.ts";

const [transport = "", index = "0", broker = ""] = process.argv.slice(2);
const contender = contenders[transport]?.[Number(index)];
if (contender === undefined) throw new Error(`no contender ${index} on ${transport}`);
console.log(await contender.serve(broker));
process.on("disconnect", () => process.exit(0));
