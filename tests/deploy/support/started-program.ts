import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { endWithParent } from "../../support/end-with-parent.ts";
import { until } from "../../support/until.ts";

export interface StartOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The id of the user that it runs as. Undefined: the user of the test. */
  readonly uid?: number | undefined;
}

export interface StartedProgram {
  readonly child: ChildProcess;
  /** What it has printed so far. */
  readonly output: () => string;
}

/** Starts a hub with only this environment, and waits until it is ready for traffic. */
export async function startHubProgram(
  [command = "", ...args]: readonly string[],
  { url, ...options }: StartOptions & { readonly url: string },
): Promise<StartedProgram> {
  const child = spawn(command, args, { ...options, env: { PATH: process.env["PATH"], ...options.env } });
  child.once("exit", endWithParent({ pid: child.pid as number }));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`it ended: ${output}`);
    return await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return { child, output: () => output };
}
