/** Starts the hub of `npm run attack` in its own process, and reads its report. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { bundleProgram } from "../support/bundle-program.ts";
import { endWithParent } from "../support/end-with-parent.ts";
import { warmUp } from "./load-attacks.ts";
import type { AttackedEndpoints, HubReport } from "./load-targets.ts";

const program = fileURLToPath(new URL("programs/attacked-hub.ts", import.meta.url));
/** A hub that hangs for longer than this counts as lost. */
const ANSWER_MS = 60_000;

export interface AttackedHub {
  readonly endpoints: AttackedEndpoints;
  report(): Promise<HubReport>;
  close(): Promise<void>;
}

/** The hub gets 1 GB, as in a small container. */
export async function startAttackedHub(env: Readonly<Record<string, string>> = {}): Promise<AttackedHub> {
  // Runs the built hub, as users do: tsx would compile files during the attack.
  const bundle = await bundleProgram(program);
  const child = fork(bundle.path, [], {
    env: { ...process.env, ...env },
    execArgv: ["--max-old-space-size=1024"],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const release = endWithParent({ pid: child.pid as number });
  const ended = once(child, "exit").then(() => {
    release();
    bundle.remove();
  });
  const ask = async <T>(message?: string): Promise<T> => {
    const answer = once(child, "message", { signal: AbortSignal.timeout(ANSWER_MS) }) as Promise<[T]>;
    if (message !== undefined) child.send(message);
    const [value] = await Promise.race([
      answer,
      ended.then(() => Promise.reject(new Error(`the hub ended (${child.exitCode ?? child.signalCode})`))),
    ]);
    return value;
  };
  const endpoints = await ask<AttackedEndpoints>();
  await warmUp(endpoints);
  await ask("begin");
  return {
    endpoints,
    report: () => ask<HubReport>("report"),
    async close() {
      if (child.connected) child.disconnect();
      const timer = setTimeout(() => child.kill("SIGKILL"), 10_000);
      await ended;
      clearTimeout(timer);
    },
  };
}
