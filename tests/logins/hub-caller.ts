/** Calls hubs repeatedly, as several callers: `hub-caller.ts <job>`. Prints what it saw. */
import type { CallerJob, CallerResult } from "./run-hubs.ts";

const job = JSON.parse(process.argv[2] ?? "{}") as CallerJob;
const result: CallerResult = { calls: 0, late: 0, failures: [] };

// The programs start one after another, and begin together when the last one is ready.
process.stdout.write("ready\n");
await new Promise((resolve) => process.stdin.once("data", resolve));
process.stdin.unref();

const end = Date.now() + job.ms;
for (let turn = job.first; Date.now() < end; turn++) {
  const address = job.addresses[turn % job.addresses.length];
  const { key, path, user } = job.targets[Math.floor(turn / job.addresses.length) % job.targets.length] ?? {};
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const begun = performance.now();
  const fail = (why: string): void => {
    // On a machine that pauses for longer than a token lives, every token expires on the way.
    if (performance.now() - begun > job.lifeMs) result.late++;
    else result.failures.push(`${path}: ${why}`);
  };
  try {
    const response = await fetch(`${address}/${path}`, { method: "POST", headers, body: "{}" });
    const body = await response.text();
    if (!response.ok || !body.includes(`"${user}"`)) fail(`${response.status} ${body}`);
  } catch (error) {
    fail(String(error));
  }
  result.calls++;
  await new Promise((resolve) => void setTimeout(resolve, job.pauseMs));
}
console.log(JSON.stringify(result));
