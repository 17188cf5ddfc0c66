/** One contender in a process of its own: `http-server.ts <index>`. Tells what processor time it has used when asked. */
import { contenders } from "./contenders.ts";

const contender = contenders[Number(process.argv[2])];
if (contender === undefined) throw new Error("no such contender");
const url = await contender.serve();
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicros: user + system });
});
process.on("disconnect", () => process.exit(0));
process.send?.({ url });
