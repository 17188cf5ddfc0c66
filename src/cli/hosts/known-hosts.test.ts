import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { HOST_NAMES } from "../arguments/host-names.ts";
import type { Machine } from "./host.ts";
import { readHostFile } from "./host-file.ts";
import { findHostServers, isOwnEntry } from "./host-servers.ts";
import { HOST_SAMPLES } from "./host-samples.test-support.ts";
import type { HostSample } from "./host-samples.test-support.ts";
import { HOSTS } from "./known-hosts.ts";
import { takeServer } from "./taken-server.ts";

async function createMachine(): Promise<Machine> {
  const home = await mkdtemp(join(tmpdir(), "hosts-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  return { platform: "linux", home, folder: join(home, "project"), env: {} };
}

async function place(sample: HostSample, { home, folder }: Machine): Promise<string> {
  const file = join(sample.isProject === true ? folder : home, sample.file);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, sample.text);
  return file;
}

const hostOf = ({ host }: HostSample) => {
  const found = HOSTS.find(({ name }) => name === host);
  if (found === undefined) throw new Error(host);
  return found;
};

/** The lines of the old text that are not in the new one, in their order. One of them may have gained a comma. */
function withoutOurs(added: string, text: string): string[] {
  const lines = added.split("\n");
  let from = 0;
  return text.split("\n").filter((line) => {
    const at = lines.findIndex((each, index) => index >= from && (each === line || each === `${line},`));
    if (at !== -1) from = at + 1;
    return at === -1;
  });
}

const ours = { command: "/bin/node", args: ["/opt/operations/bin.js", "mcp"], env: { OPERATIONS_MCP_KEY: "opk_x" } };

describe("the hosts", () => {
  it("are those that the help names, each with a sample of its documentation", () => {
    expect(HOSTS.map(({ name }) => name)).toEqual([...HOST_NAMES]);
    expect(new Set(HOST_SAMPLES.map(({ host }) => host))).toEqual(new Set(HOST_NAMES));
  });

  it("keep their configs where each system does", () => {
    const [desktop] = HOSTS;
    const fileOn = (platform: NodeJS.Platform, env = {}): string | undefined =>
      desktop?.places({ platform, home: "/home/ada", folder: "/", env })[0]?.file;
    expect(fileOn("darwin")).toBe("/home/ada/Library/Application Support/Claude/claude_desktop_config.json");
    expect(fileOn("win32", { APPDATA: "/roaming" })).toBe("/roaming/Claude/claude_desktop_config.json");
    expect(fileOn("linux")).toBe("/home/ada/.config/Claude/claude_desktop_config.json");
  });
});

describe.each(HOST_SAMPLES.map((sample) => [`${sample.host}: ${sample.file}`, sample] as const))("%s", (_, sample) => {
  it("returns its servers, as our config has them", async () => {
    const machine = await createMachine();
    await place(sample, machine);
    const { servers, problems } = await findHostServers(machine);
    expect(problems).toEqual([]);
    const taken = servers.map((server) => [server.name, takeServer(server, machine)] as const);
    const text = JSON.stringify(Object.fromEntries(taken.map(([name, { server } = { server: {} }]) => [name, server])));
    const shown = text.replaceAll(machine.folder, "FOLDER").replaceAll(machine.home, "HOME");
    expect(JSON.parse(shown)).toEqual(sample.servers);
    const leftOut = taken.flatMap(([name, part]) => (part?.leftOut.length ? [[name, part.leftOut]] : []));
    expect(Object.fromEntries(leftOut)).toEqual(sample.leftOut ?? {});
  });

  it("keeps every other line when our entry comes and goes, comments and order too", async () => {
    const machine = await createMachine();
    const file = await place(sample, machine);
    const host = hostOf(sample);
    const [first] = host.places(machine);
    const names = [...(first?.at ?? []), "operations"];
    const added = (await readHostFile(file, host)).document.with(names, host.toEntry(ours));
    expect(withoutOurs(added, sample.text)).toEqual([]);
    await writeFile(file, added);
    const { servers } = await findHostServers(machine);
    const own = servers.filter(({ entry }) => isOwnEntry(entry));
    expect(own).toMatchObject([{ name: "operations", entry: { command: "/bin/node" } }]);
    const removed = (await readHostFile(file, host)).document.with(names, undefined);
    expect(removed.replaceAll(/,(?=\s*(?:\/\/.*)?\s*\})/g, "").trimEnd()).toBe(
      sample.text.replaceAll(/,(?=\s*(?:\/\/.*)?\s*\})/g, "").trimEnd(),
    );
  });

  it("refuses a broken file, and names the line", async () => {
    const machine = await createMachine();
    const file = await place({ ...sample, text: `${sample.text}\n]]]` }, machine);
    await expect(readHostFile(file, hostOf(sample))).rejects.toThrow(
      /stays as it is: .*:\d+: this is not (?:JSON|TOML)/,
    );
    const { problems } = await findHostServers(machine);
    expect(problems).toHaveLength(1);
  });
});
