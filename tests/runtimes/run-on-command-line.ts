import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

const here = fileURLToPath(new URL(".", import.meta.url));
const repository = fileURLToPath(new URL("../..", import.meta.url));
const script = join(here, "run-scenario.js");

export type CommandLineRuntime = "node" | "newer node" | "bun" | "deno";

const commands: Record<CommandLineRuntime, (dist: string) => [string, ...string[]]> = {
  node: () => [process.execPath],
  "newer node": () => [findNewerNode() ?? ""],
  bun: () => [nativeProgram("bun", "bin/bun"), "run", "--no-install"],
  deno: (dist) => {
    const permission = `--allow-read=${dist},${join(repository, "node_modules")}`;
    return [nativeProgram("deno", "deno"), "run", "--no-prompt", "--no-lock", "--cached-only", permission];
  },
};

/** Runs the scenario against the main entry in `dist`, in its own process, and returns the result. */
export async function runOnCommandLine(runtime: CommandLineRuntime, dist: string): Promise<unknown> {
  const [command, ...args] = commands[runtime](dist);
  const entry = pathToFileURL(join(dist, "index.js")).href;
  const { stdout } = await promisify(execFile)(command, [...args, script, entry], {
    cwd: repository,
    timeout: 60_000,
    // A clean environment, so that our loaders and coverage do not reach the runtime.
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
  });
  return JSON.parse(stdout) as unknown;
}

/** The package of this folder has it for Linux only. */
export function findNewerNode(): string | undefined {
  const program = join(here, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
  return existsSync(program) ? program : undefined;
}

/** Both npm packages are wrappers. The program is in the optional dependency for this platform. */
function nativeProgram(wrapper: string, pathInPackage: string): string {
  const modules = join(here, "node_modules");
  const { optionalDependencies } = JSON.parse(readFileSync(join(modules, wrapper, "package.json"), "utf8")) as {
    optionalDependencies: Record<string, string>;
  };
  const candidates = Object.keys(optionalDependencies).map((name) => join(modules, name, pathInPackage));
  const found = candidates.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${wrapper} has no program for this platform in tests/runtimes`);
  return found;
}
