import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCLI, startCLI } from "./support/run-cli.ts";
import type { CLIResult, RunOptions, RunningCLI } from "./support/run-cli.ts";
import { until } from "../support/until.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

interface Event {
  readonly event: string;
  readonly endpoints?: { readonly http: string };
  readonly source?: { readonly name: string; readonly state: string };
  readonly message?: string;
}

const eventsOf = (text: string): Event[] =>
  text
    .split("\n")
    .filter((line) => line.endsWith("}"))
    .map((line) => JSON.parse(line) as Event);

let workspace: Workspace;
let hub: RunningCLI;
let url: string;

const run = (args: readonly string[], options?: RunOptions): Promise<CLIResult> =>
  runCLI(workspace, [...args, "--hub", url], options);
const isReady = (name: string): boolean =>
  eventsOf(hub.stdout()).some(({ source }) => source?.name === name && source.state === "ready");

beforeAll(async () => {
  workspace = await createWorkspace();
  await workspace.writeConfig({ ...workspace.config, approvals: { timeout: 500 } });
  hub = startCLI(workspace, ["serve", "--json"]);
  await hub.printed(/"listening"/);
  url = eventsOf(hub.stdout())[0]?.endpoints?.http ?? "";
  await until(() => ["local", "shop", "talk"].every(isReady));
});
afterAll(async () => {
  hub.child.kill("SIGKILL");
  await hub.ended;
  await workspace.close();
});

describe("on a running hub, with the stored key", () => {
  it("tools prints the same as locally", async () => {
    const args = ["tools", "--provider", "openai", "--strict"];
    const [there, here] = await Promise.all([run(args), runCLI(workspace, args)]);
    expect(JSON.parse(there.stdout)).toEqual(JSON.parse(here.stdout));
    const [one, report] = await Promise.all([
      run([...args, "demo"]),
      run([...args, "demo.greet", "--report", "--json"]),
    ]);
    expect(one.stdout).not.toContain("talk_echo");
    expect(JSON.parse(report.stdout)).toMatchObject([{ name: "demo_greet", strict: true }]);
  });

  it("list and describe show the same as locally", async () => {
    const [there, here] = await Promise.all([run(["list"]), runCLI(workspace, ["list"])]);
    expect(there).toEqual(here);
    const spec = JSON.parse((await run(["describe", "demo.greet", "--json"])).stdout) as { id: string };
    expect(spec.id).toBe("demo.greet");
  });

  it("calls return the same data", async () => {
    expect((await run(["call", "demo.greet", "--name", "Hub", "--json"])).stdout).toBe(
      '{"greeting":"Hello, Hub!","input":{"name":"Hub"}}\n',
    );
    expect((await run(["call", "shop.getItem", "--id", "7", "--json"])).stdout).toBe('{"id":7,"name":"Item 7"}\n');
    expect((await run(["call", "talk.echo", "--text", "hello"])).stdout).toBe("hello\n");
    expect([...(await run(["call", "demo.fail", "--how", "bytes"])).bytes]).toEqual([0, 1, 254, 255]);
    expect(await run(["call", "demo.fail", "--how", "nothing"])).toMatchObject({ code: 0, stdout: "", stderr: "" });
    await writeFile(workspace.path("photo.bin"), new Uint8Array([0, 255]));
    expect((await run(["call", "demo.upload", "--file", "@photo.bin", "--json"])).stdout).toBe(
      '{"size":2,"isBytes":true,"file":{"$bytes":"AP8="}}\n',
    );
  });

  it("streams deliver the same items", async () => {
    expect((await run(["subscribe", "demo.ticks", "--count", "2"])).stdout).toBe('{"n":1}\n{"n":2}\n');
    const { code, stdout } = await run([
      "subscribe",
      "demo.ticks",
      "--limit",
      "1",
      "--mark",
      workspace.path("hub.txt"),
    ]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"n":1}\n' });
    await until(() => existsSync(workspace.path("hub.txt")));
  });

  it.each([
    [["demo.gret"], 3, /There is no operation demo\.gret\. Did you mean demo\.greet\? \[OPERATION_NOT_FOUND\]/],
    [["demo.nope"], 3, /OPERATION_NOT_FOUND/],
    [["nodot"], 3, /OPERATION_NOT_FOUND/],
    [["demo.greet"], 4, /VALIDATION_ERROR/],
    [["demo.fail", "--how", "declared"], 1, /None left\. \[OUT_OF_STOCK\]/],
    [["demo.fail", "--how", "unexpected"], 1, /The operation failed\. \[EXECUTION_ERROR\]/],
    [["talk.refuse"], 5, /ACCESS_DENIED/],
    [["demo.greet", "--name", "x", "--key", "wrong-wrong-wrong-wrong"], 5, /does not know this key.*UNAUTHENTICATED/],
  ])("call of %j ends with code %i", async (args, code, message) => {
    const result = await run(["call", ...args]);
    expect(result.stderr).toMatch(message);
    expect(result.code).toBe(code);
  });

  it("a deadline and an abort reach the handler", async () => {
    const mark = workspace.path("deadline.txt");
    // On a slow machine the shortest deadline passes before the call starts.
    for (const time of ["3s", "30s", "5m"]) {
      if (existsSync(mark)) break;
      expect((await run(["call", "demo.wait", "--mark", mark, "--timeout", time])).code).toBe(6);
    }
    expect(await readFile(mark, "utf8")).toBe("started\naborted\n");
    const other = workspace.path("abort.txt");
    const running = startCLI(workspace, ["call", "demo.wait", "--mark", other, "--hub", url]);
    await until(() => existsSync(other));
    running.child.kill("SIGINT");
    expect((await running.ended).code).toBe(130);
    await until(async () => (await readFile(other, "utf8")) === "started\naborted\n");
  });

  it("refuses a call without a key", async () => {
    const env = { XDG_STATE_HOME: workspace.path("elsewhere") };
    const { code, stderr } = await run(["call", "demo.greet", "--name", "x"], { env });
    expect(stderr).toMatch(/Give a key with --key or OPERATIONS_KEY.*UNAUTHENTICATED/);
    expect(code).toBe(5);
    const key = (await readFile(workspace.path("state/operations/key"), "utf8")).trim();
    const known = { ...env, OPERATIONS_KEY: key };
    expect((await run(["call", "demo.greet", "--name", "x"], { env: known })).code).toBe(0);
    expect(hub.stdout()).not.toContain(key);
  });

  it("reports that no hub answers, with code 8", async () => {
    const { code, stderr } = await runCLI(workspace, ["list", "--hub", "http://127.0.0.1:1"]);
    expect(stderr).toMatch(/No hub answers at http:\/\/127\.0\.0\.1:1 \(ECONNREFUSED\)/);
    expect(code).toBe(8);
  });
});

describe("a hub whose config changes", () => {
  it.each([
    ["changing.mjs", "export default"],
    ["changing.cjs", "module.exports ="],
    ["changing.ts", "const port: number = 0;\nexport default"],
  ])("runs %s again", async (name, begin) => {
    const write = (config: object): Promise<void> =>
      writeFile(workspace.path(name), `${begin} ${JSON.stringify({ serve: { port: 0 }, ...config })};\n`);
    await write({ local: { folders: ["operations"] } });
    const changing = startCLI(workspace, ["serve", "--json", "--config", name]);
    await changing.printed(/"name":"local".*"state":"ready","operations":[1-9]/);
    await write({ local: { folders: [] } });
    await changing.printed(/"name":"local".*"state":"ready","operations":0/);
    changing.child.kill("SIGTERM");
    expect((await changing.ended).code).toBe(0);
  });

  it("reloads it without dropping calls, keeps the old one if it has mistakes, and stops at a signal", async () => {
    const mark = workspace.path("reload.txt");
    const running = startCLI(workspace, ["call", "demo.wait", "--mark", mark, "--hub", url]);
    await until(() => existsSync(mark));
    const { mcpServers: _, ...without } = workspace.config;
    await workspace.writeConfig(without);
    await hub.printed(/The config was reloaded/);
    expect((await run(["call", "talk.echo", "--text", "x"])).code).toBe(3);
    await workspace.writeConfig({ ...without, locale: {} });
    await hub.printed(/The new config has errors, so the old one stays:.*operations\.config\.json:\d+/);
    expect(await readFile(mark, "utf8")).toBe("started\n");
    running.child.kill("SIGINT");
    await running.ended;
    hub.child.kill("SIGTERM");
    expect((await hub.ended).code).toBe(0);
  });
});
