import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCLI, startCLI } from "./support/run-cli.ts";
import type { CLIResult, RunOptions } from "./support/run-cli.ts";
import { until } from "../support/until.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

let workspace: Workspace;
const run = (args: readonly string[], options?: RunOptions): Promise<CLIResult> => runCLI(workspace, args, options);

beforeAll(async () => {
  workspace = await createWorkspace();
});
afterAll(() => workspace.close());

describe("operations", () => {
  it("prints its version", async () => {
    const manifest = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8")) as {
      version: string;
    };
    expect(await run(["--version"])).toMatchObject({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
  });

  it("shows its commands, and what each takes", async () => {
    expect((await run(["--help"])).stdout).toMatch(/serve .*list .*describe .*call /s);
    expect((await run(["call", "--help"])).stdout).toMatch(/--input <json>.*--timeout <time>/s);
    expect((await run([])).code).toBe(2);
  });

  it.each([
    [["frob"], /no command "frob"\. The commands are serve, list/],
    [["help", "frob"], /no command "frob"\. The commands are serve, list/],
    [["list", "--frob"], /no option --frob here/],
    [["describe"], /<id> is missing.*describe --help/],
    [["describe", "a", "b"], /"b" is one argument too many/],
    [["call", "demo.greet", "--timeout", "soon"], /--timeout is "soon": give a time such as 500ms/],
    [["list", "--config", "missing.json"], /missing\.json: there is no such file/],
    [["completion", "tcsh"], /no completion for "tcsh"/],
  ])("refuses %j, with code 2", async (args, message) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(message);
  });
});

describe("list and describe", () => {
  it("list one operation per line, with tabs", async () => {
    const { code, stdout, stderr } = await run(["list"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.split("\n")).toEqual([
      "demo.fail\tquery\tFails as it is told.",
      "demo.greet\tquery\tGreets a person.",
      "demo.ticks\tsubscription\tCounts up.",
      "demo.upload\tmutation\tCounts bytes, and gives them back.",
      "demo.wait\tmutation\tWaits until it is told to stop.",
      "shop.getItem\tquery\tOne item.",
      "talk.echo\tmutation\tSays it again.",
      "talk.refuse\tmutation\tReports an error.",
      "",
    ]);
  });

  it("filter by namespace, type and text", async () => {
    expect((await run(["list", "--namespace", "talk"])).stdout).toMatch(/^talk\.echo\t.*\ntalk\.refuse\t.*\n$/);
    expect((await run(["list", "--type", "subscription"])).stdout).toBe("demo.ticks\tsubscription\tCounts up.\n");
    const { stdout } = await run(["list", "GREETS pers", "--json"]);
    const { operations } = JSON.parse(stdout) as { operations: Array<{ id: string }> };
    expect(operations.map(({ id }) => id)).toEqual(["demo.greet"]);
  });

  it("describe input, output and errors, with an example that works", async () => {
    const { stdout } = await run(["describe", "demo.greet"]);
    expect(stdout).toMatch(/name\* +text +Who is greeted/);
    expect(stdout).toContain("operations call demo.greet --name text");
    expect((await run(["describe", "demo.fail"])).stdout).toMatch(/Errors\n +OUT_OF_STOCK +There is none left\./);
    const types = (await run(["describe", "demo.greet", "--types"])).stdout;
    expect(types).toMatch(/greet: \{\n +kind: "QUERY";\n +input: [^]*name: string/);
    const spec = JSON.parse((await run(["describe", "shop.getItem", "--json"])).stdout) as { inputSchema: object };
    expect(spec.inputSchema).toMatchObject({ properties: { id: { type: "integer" } } });
  });

  it("show the flags of an operation", async () => {
    const { stdout } = await run(["call", "demo.greet", "--help"]);
    expect(stdout).toMatch(/--name <text> +Who is greeted .*\(required\)/);
    expect(stdout).toContain("--[no-]loud");
    expect(stdout).toContain("--address.city <text>");
    expect(stdout).toContain("-- --json <text>");
  });
});

describe("call", () => {
  it("takes flags made from the schema", async () => {
    const flags = ["--name", "Ada", "--times", "2", "--no-loud", "--tags", "a", "--tags", "b", "--address.zip", "007"];
    const { code, stdout } = await run(["call", "demo.greet", ...flags, "--json", "--", "--json", "mine"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      greeting: "Hello, Ada!",
      input: { name: "Ada", times: 2, loud: false, tags: ["a", "b"], address: { zip: "007" }, json: "mine" },
    });
  });

  it("takes JSON as a text, from a file and from standard input", async () => {
    await writeFile(workspace.path("input.json"), '{"name":"File"}');
    const greetings = await Promise.all([
      run(["call", "demo.greet", "--json", "--input", '{"name":"Text"}']),
      run(["call", "demo.greet", "--json", "--input", "@input.json"]),
      run(["call", "demo.greet", "--json", "--input", "-"], { input: '{"name":"Dash"}' }),
      run(["call", "demo.greet", "--json"], { input: '{"name":"Pipe"}' }),
      run(["call", "demo.greet", "--json", "--input", '{"name":"Text"}', "--name", "Flag"]),
    ]);
    expect(greetings.map(({ stdout }) => (JSON.parse(stdout) as { greeting: string }).greeting)).toEqual([
      "Hello, Text!",
      "Hello, File!",
      "Hello, Dash!",
      "Hello, Pipe!",
      "Hello, Flag!",
    ]);
  });

  it("prints only the selected part, and refuses an invalid path before it calls", async () => {
    const called = await run(["call", "demo.greet", "--name", "Ada", "--json"]);
    const whole = JSON.parse(called.stdout) as unknown;
    const at = typeof whole === "object" ? `/${Object.keys(whole as object)[0]}` : "";
    const part = await run(["call", "demo.greet", "--name", "Ada", "--json", "--select", at]);
    expect(part).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(part.stdout)).toEqual(typeof whole === "object" ? Object.values(whole as object)[0] : whole);
    const wrong = await run(["call", "demo.greet", "--name", "Ada", "--select", "$[?("]);
    expect(wrong.code).not.toBe(0);
    expect(wrong.stderr).toMatch(/select/);
    const few = await run(["call", "demo.greet", "--name", "Ada", "--answer-tokens", "3"]);
    expect(few.stderr).toMatch(/answerTokens must be a number of tokens, at least 250, or all/);
  });

  it("calls an HTTP API and an MCP server alike", async () => {
    expect((await run(["call", "shop.getItem", "--id", "7", "--json"])).stdout).toBe('{"id":7,"name":"Item 7"}\n');
    expect((await run(["call", "talk.echo", "--text", "hello"])).stdout).toBe("hello\n");
  });

  it("prints data unchanged: text, nothing, bytes, or the whole envelope", async () => {
    expect((await run(["call", "demo.fail", "--how", "text"])).stdout).toBe("plain text\n");
    expect((await run(["call", "demo.fail", "--how", "text", "--json"])).stdout).toBe('"plain text"\n');
    expect(await run(["call", "demo.fail", "--how", "nothing"])).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect([...(await run(["call", "demo.fail", "--how", "bytes"])).bytes]).toEqual([0, 1, 254, 255]);
    expect((await run(["call", "demo.fail", "--how", "bytes", "--json"])).stdout).toBe('{"$bytes":"AAH+/w=="}\n');
    const { stdout } = await run(["call", "demo.fail", "--how", "text", "--envelope", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ data: "plain text", meta: { source: "local" } });
    await run(["call", "demo.fail", "--how", "bytes", "--output", "saved.bin"]);
    expect([...(await readFile(workspace.path("saved.bin")))]).toEqual([0, 1, 254, 255]);
  });

  it("does not call if its result could not be written", async () => {
    const args = ["call", "demo.wait", "--mark", "written.txt", "--output", "no/such/folder.json"];
    const { code, stderr } = await run(args);
    expect(stderr).toMatch(/--output can't be written: ENOENT/);
    expect(code).toBe(2);
    expect(existsSync(workspace.path("written.txt"))).toBe(false);
  });

  it("sends files if the schema expects bytes", async () => {
    await writeFile(workspace.path("photo.bin"), new Uint8Array([0, 255]));
    const asFlag = await run(["call", "demo.upload", "--file", "@photo.bin", "--json"]);
    const asJSON = await run(["call", "demo.upload", "--input", '{"file":{"$bytes":"AP8="}}', "--json"]);
    const expected = { size: 2, isBytes: true, file: { $bytes: "AP8=" } };
    expect([asFlag, asJSON].map(({ stdout }) => JSON.parse(stdout) as unknown)).toEqual([expected, expected]);
  });

  it.each([
    [["demo.gret"], 3, /There is no operation demo\.gret\. Did you mean demo\.greet\? \[OPERATION_NOT_FOUND\]/],
    [["demo.greet"], 4, /Input of demo\.greet is invalid: .*name.* \[VALIDATION_ERROR\]/],
    [["demo.greet", "--times", "x"], 4, /--times is "x": it must be a whole number/],
    [["demo.greet", "--input", "{"], 4, /The input \(--input\) is not JSON/],
    [["demo.greet", "--nam", "x"], 2, /no flag --nam\. The flags are --name/],
    [["demo.ticks"], 2, /demo\.ticks is a stream: use "operations subscribe demo\.ticks"/],
    [["demo.fail", "--how", "declared"], 1, /None left\. \[OUT_OF_STOCK\]/],
    [["demo.fail", "--how", "unexpected"], 1, /the disk is full \[EXECUTION_ERROR\]/],
    [["talk.refuse"], 5, /talk\.refuse was not approved: there is no terminal to ask on; --yes/],
    [["talk.refuse", "--yes"], 1, /talk\.refuse reports that it failed/],
    [["demo.wait", "--mark", "timeout.txt", "--timeout", "4s"], 6, /(?:deadline has passed|time was up).* \[TIMEOUT\]/],
  ])("of %j ends with code %i", async (args, code, message) => {
    const result = await run(["call", ...args]);
    expect(result.stderr).toMatch(message);
    expect(result.code).toBe(code);
  });

  it("prints errors as JSON for programs", async () => {
    const { code, stdout, stderr } = await run(["call", "demo.fail", "--how", "declared", "--json"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: "OUT_OF_STOCK",
        message: "None left.",
        details: { left: 0 },
        retryable: false,
        phase: "started",
        exitCode: 1,
      },
    });
  });

  it("stops waiting for its input at SIGINT or after --timeout", async () => {
    const waiting = startCLI(workspace, ["call", "demo.greet"]);
    await until(() => waiting.stderr().includes("Waiting for input"));
    waiting.child.kill("SIGINT");
    expect((await waiting.ended).code).toBe(130);
    const late = startCLI(workspace, ["call", "demo.greet", "--timeout", "1s"]);
    expect(await late.ended).toMatchObject({ code: 6, stderr: expect.stringContaining("[TIMEOUT]") as string });
  });

  it("aborts the handler at SIGINT, and ends with 130", async () => {
    const running = startCLI(workspace, ["call", "demo.wait", "--mark", "interrupted.txt"]);
    await until(() => existsSync(workspace.path("interrupted.txt")));
    running.child.kill("SIGINT");
    expect((await running.ended).code).toBe(130);
    expect(await readFile(workspace.path("interrupted.txt"), "utf8")).toBe("started\naborted\n");
  });
});

describe("subscribe", () => {
  it("prints a line of JSON per item", async () => {
    expect(await run(["subscribe", "demo.ticks", "--count", "3"])).toMatchObject({
      code: 0,
      stdout: '{"n":1}\n{"n":2}\n{"n":3}\n',
    });
  });

  it("stops the handler after --limit items", async () => {
    const { code, stdout } = await run(["subscribe", "demo.ticks", "--limit", "2", "--mark", "limit.txt"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"n":1}\n{"n":2}\n' });
    expect(await readFile(workspace.path("limit.txt"), "utf8")).toBe("ended\n");
  });

  it("stops when its reader leaves", async () => {
    const running = startCLI(workspace, ["subscribe", "demo.ticks", "--mark", "reader.txt"]);
    await running.printed(/"n":1/);
    running.child.stdout.destroy();
    expect((await running.ended).code).toBe(0);
    expect(await readFile(workspace.path("reader.txt"), "utf8")).toBe("ended\n");
  });
});

describe("completion", () => {
  const complete = async (...words: string[]): Promise<string[]> =>
    (await run(["complete", "--", ...words])).stdout.split("\n").slice(0, -1);

  it("works even if ids cannot be stored", async () => {
    const { code, stderr } = await run(["list"], { env: { XDG_CACHE_HOME: "/proc/none" } });
    expect(stderr).toBe("");
    expect(code).toBe(0);
  });

  it("completes commands, options, their values, and the ids of the last list", async () => {
    await run(["list"]);
    expect(await complete("de")).toEqual(["describe"]);
    expect(await complete("call", "--t")).toEqual(["--timeout"]);
    expect(await complete("list", "--type", "")).toEqual(["query", "mutation", "subscription"]);
    expect(await complete("call", "demo.")).toEqual(["demo.fail", "demo.greet", "demo.upload", "demo.wait"]);
    expect(await complete("subscribe", "")).toEqual(["demo.ticks"]);
    expect(await complete("describe", "--json", "shop")).toEqual(["shop.getItem"]);
  });
});

describe("an answer with members that its schema does not name", () => {
  const operation = (name: string, type: string, handler: string): string => `export default {
    name: "${name}", namespace: "sloppy", version: "1.0.0", type: "${type}", description: "Says too much.",
    inputSchema: {}, outputSchema: { type: "object", properties: { id: { type: "number" } } },
    accessControl: { requiredScopes: [] }, ${handler}
  };`;
  const configured = async (rules: object): Promise<string[]> => {
    const config = { local: { folders: ["sloppy"], ...rules }, log: { level: "warn" } };
    await writeFile(workspace.path("sloppy.config.json"), JSON.stringify(config));
    return ["--config", "sloppy.config.json"];
  };

  beforeAll(async () => {
    await mkdir(workspace.path("sloppy"));
    const read = operation("read", "QUERY", "handler: () => ({ id: 1, extra: 2 })");
    const watch = operation(
      "watch",
      "SUBSCRIPTION",
      "async *handler() { for (const id of [1, 2]) yield { id, extra: 2 }; }",
    );
    await writeFile(workspace.path("sloppy/read.js"), read);
    await writeFile(workspace.path("sloppy/watch.js"), watch);
  });

  it("is printed without them, and a note says once what is missing and how to keep it", async () => {
    const config = await configured({});
    const called = await run(["call", "sloppy.read", ...config]);
    expect(JSON.parse(called.stdout)).toEqual({ id: 1 });
    expect(called.stderr).toMatch(/^note: 1 member was left out, .*: \/extra\. "output: keep" in the config, .*\n$/);
    const watched = await run(["subscribe", "sloppy.watch", ...config]);
    expect(watched.stdout).toBe('{"id":1}\n{"id":2}\n');
    expect(watched.stderr.match(/note:/g)).toHaveLength(1);
  });

  it("lists them in the envelope, and keeps them if the config says so", async () => {
    const envelope = await run(["call", "sloppy.read", "--envelope", "--json", ...(await configured({}))]);
    expect(JSON.parse(envelope.stdout)).toMatchObject({ meta: { stripped: { count: 1, paths: ["/extra"] } } });
    const kept = await run(["call", "sloppy.read", ...(await configured({ output: "keep" }))]);
    expect(JSON.parse(kept.stdout)).toEqual({ id: 1, extra: 2 });
    expect([envelope.stderr, kept.stderr]).toEqual(["", ""]);
  });
});
