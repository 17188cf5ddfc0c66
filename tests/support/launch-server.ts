/** Finds and starts server programs of the machine for tests, waits for them, and ends them with this process. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { findOnMachine } from "../../scripts/find-program.ts";
import { endWithParent } from "./end-with-parent.ts";

export interface MachineProgram {
  readonly command: string;
  /** This variable may name the program. */
  readonly variable: string;
}

export interface ServerLaunch extends MachineProgram {
  readonly args: readonly string[];
  /** Whether the server answers. */
  answers(): Promise<boolean>;
}

const startLimitMs = 20_000;

/** Resolves when the server answers. */
export async function launchServer(launch: ServerLaunch): Promise<ChildProcess> {
  const { command } = launch;
  const server = spawn(findProgram(launch), launch.args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const keep = (chunk: unknown): void => {
    output = `${output}${String(chunk)}`.slice(-2_000);
  };
  server.stdout.on("data", keep);
  server.stderr.on("data", keep);
  await once(server, "spawn");
  const release = endWithParent({ pid: server.pid as number });
  server.once("exit", release);
  const deadline = Date.now() + startLimitMs;
  while (!(await launch.answers())) {
    if (hasEnded(server)) throw new Error(`${command} ended while it started: ${output}`);
    if (Date.now() > deadline) {
      await endProcess(server);
      throw new Error(`${command} did not answer within ${startLimitMs} ms: ${output}`);
    }
    await sleep(20);
  }
  if (hasEnded(server)) throw new Error(`another server answers at the port of ${command}: ${output}`);
  return server;
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

export function findProgram({ command, variable }: MachineProgram): string {
  const given = process.env[variable];
  if (given) return given;
  const found = findOnMachine([command]);
  if (found === undefined) throw new Error(`${command} not found: install it, or set ${variable}`);
  return found;
}
