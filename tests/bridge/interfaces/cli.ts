/** The built command, against the HTTP server. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { decodeData, encodeData } from "../../../src/entries/index.ts";
import { projectRoot } from "../../support/run-program.ts";
import { keyOf } from "../callers.ts";
import { failed, succeeded } from "../outcome.ts";
import type { CallOptions, Interface } from "../outcome.ts";
import type { Stage } from "../stage.ts";

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function cli({ urls, folder }: Stage): Interface {
  const run = (args: readonly string[], { caller = "ada", signal, timeoutMs }: CallOptions): Promise<Ran> => {
    const key = keyOf(caller);
    const options = [
      `--hub=${urls.http}`,
      "--json",
      "--envelope",
      ...(key === undefined ? [] : ["--key", key]),
      ...(timeoutMs === undefined ? [] : ["--timeout", `${timeoutMs}ms`]),
    ];
    return runBuilt([...args, ...options], folder, signal);
  };
  return {
    async call(id, input, options) {
      const ran = await run(["call", id, "--input", JSON.stringify(encodeData(input))], options);
      if (ran.stdout === "") return failureOf(ran);
      const { data, meta } = JSON.parse(ran.stdout) as { data?: unknown; meta: { isError?: boolean } };
      return succeeded(decodeData(data), meta.isError);
    },
    async collect(id, input, options) {
      const ran = await run(["subscribe", id, "--input", JSON.stringify(encodeData(input))], options);
      if (ran.code !== 0) return failureOf(ran);
      const lines = ran.stdout.split("\n").filter((line) => line !== "");
      return { data: lines.map((line) => decodeData((JSON.parse(line) as { data: unknown }).data)) };
    },
    close: () => Promise.resolve(),
  };
}

/** Only the exit code reports Ctrl-C. */
const INTERRUPTED = 130;

function failureOf({ code, stderr }: Ran): ReturnType<typeof failed> {
  if (code === INTERRUPTED) return failed("ABORTED");
  const line = stderr.split("\n").find((text) => text.startsWith("{"));
  if (line === undefined) throw new Error(`it ended with ${code}: ${stderr}`);
  const { error } = JSON.parse(line) as { error: { code: string; details?: unknown } };
  return failed(error.code, error.details);
}

function runBuilt(args: readonly string[], folder: string, signal: AbortSignal | undefined): Promise<Ran> {
  return new Promise((resolve, reject) => {
    // Its own home folder, so that it finds no key of this machine.
    const env = { PATH: process.env["PATH"], HOME: folder, XDG_STATE_HOME: folder, XDG_CACHE_HOME: folder };
    const child = spawn(process.execPath, [join(projectRoot, "dist", "cli", "bin.js"), ...args], {
      env,
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const interrupt = (): void => void child.kill("SIGINT");
    signal?.addEventListener("abort", interrupt);
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk) => (stdout += String(chunk)));
    child.stderr.on("data", (chunk) => (stderr += String(chunk)));
    child.on("error", reject);
    child.on("close", (code) => {
      signal?.removeEventListener("abort", interrupt);
      resolve({ code, stdout, stderr });
    });
  });
}
