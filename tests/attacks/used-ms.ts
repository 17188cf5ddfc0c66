import { readFileSync } from "node:fs";

/** Milliseconds of processor time that this thread has used. On systems other than Linux, it counts all threads. */
export function usedMs(): number {
  if (process.platform !== "linux") return process.cpuUsage().user / 1000;
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ", 1)[0]) / 1e6;
}
