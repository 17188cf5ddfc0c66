/** Runs one contender in its own process: `http-server.ts <index>`. Reports its processor time when asked. */
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
