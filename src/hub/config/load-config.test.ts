import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { tempFolders } from "../temp-folder.test-support.ts";
import { configProblems } from "./config-problems.test-support.ts";
import { defineConfig, loadConfig } from "./load-config.ts";

const folderWith = tempFolders();

const problemsOf = configProblems(folderWith);

const json = (value: unknown): string => JSON.stringify(value, undefined, 2);

describe("when a config is read", () => {
  it("finds JSON, and expands variables, defaults and escapes", async () => {
    const cwd = await folderWith({
      "operations.config.json": json({
        mcpServers: { files: { command: "files", args: ["--root", "${ROOT:-/srv}/x"], env: { KEY: "${TOKEN}" } } },
        openapi: { pets: { document: "$${literal}.json" } },
      }),
    });
    const { config, file, folder } = await loadConfig(undefined, { cwd, env: { TOKEN: "t" } });
    expect(config.mcpServers?.["files"]).toEqual({ command: "files", args: ["--root", "/srv/x"], env: { KEY: "t" } });
    expect(config.openapi?.["pets"]?.document).toBe("${literal}.json");
    expect([file, folder]).toEqual([join(cwd, "operations.config.json"), cwd]);
  });

  it("uses the default for an empty variable, as a shell does", async () => {
    const cwd = await folderWith({ "operations.config.yaml": "name: ${NAME:-hub}\n" });
    expect((await loadConfig(undefined, { cwd, env: { NAME: "" } })).config.name).toBe("hub");
  });

  it("turns variables into numbers and flags if the schema requires those", async () => {
    const cwd = await folderWith({ "operations.config.yml": "name: '1'\nserve: { port: '${PORT}', mcp: '${MCP}' }\n" });
    const { config } = await loadConfig(undefined, { cwd, env: { PORT: "8080", MCP: "false" } });
    expect(config).toEqual({ name: "1", serve: { port: 8080, mcp: false } });
  });

  it("ignores a YAML section that holds only comments", async () => {
    const text = "mcpServers:\n#  files: { command: files }\nlocal:\nname: a\n";
    const cwd = await folderWith({ "operations.config.yaml": text });
    expect((await loadConfig(undefined, { cwd })).config).toEqual({ name: "a" });
  });

  it.each(["hub.config.json", "start/operations.config.yaml"])("accepts the example %s", async (name) => {
    const keys = { CI_KEY: "c".repeat(16), OWNER_KEY: "o".repeat(16) };
    const env = { SEARCH_TOKEN: "t", SHOP_KEY: "s", SHOP_CUSTOMER: "c", ...keys, NODE: "node" };
    const file = fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
    const { config } = await loadConfig(file, { env: { ...env, SHOP_URL: "http://127.0.0.1:1" } });
    expect(Object.keys(config)).toContain("mcpServers");
  });

  it("accepts every part of the schema at once", async () => {
    const full = defineConfig({
      $schema: "./config.schema.json",
      name: "full",
      mcpServers: {
        a: { command: "a", include: ["x*"], exclude: ["y"], scopes: ["s"], approval: true, disabled: true },
        shaped: {
          command: "a",
          operations: {
            x: {
              name: "y",
              title: "Y",
              description: "Does y.",
              kind: "QUERY",
              scopes: ["y"],
              fixed: { a: { b: 1 } },
              defaults: { c: [null] },
              output: "keep",
              hidden: false,
            },
          },
        },
        b: {
          url: "https://b.example/mcp",
          headers: { Authorization: "Bearer x" },
          type: "http",
          approval: ["write_*"],
        },
      },
      openapi: {
        c: {
          document: "c.yaml",
          baseUrl: "https://c.example",
          credentials: { basic: { username: "u", password: "p" } },
        },
        d: {
          document: "https://d.example/openapi.json",
          credentials: { o: { clientId: "i", clientSecret: "s" }, t: "k" },
        },
      },
      local: { folders: ["operations"], modules: ["own.ts"], scopes: ["local"] },
      remotes: {
        hub: {
          type: "hub",
          url: "wss://hub.example/ws",
          token: "t",
          identitySecret: "s".repeat(32),
          offer: ["demo.*"],
        },
        nats: { type: "nats", servers: ["nats://127.0.0.1:4222"], identitySecret: "s".repeat(32), prefix: "team" },
        redis: { type: "redis", url: "redis://127.0.0.1" },
      },
      serve: {
        host: "127.0.0.1",
        port: 7411,
        keys: [{ id: "ci", sha256: "a".repeat(64), scopes: ["operations:call"] }],
        jwt: { jwksUrl: "https://id.example/jwks", issuer: "https://id.example", audience: "hub" },
        identitySecret: "s".repeat(32),
        cors: { origins: ["https://app.example"] },
        allowedHosts: ["hub.example"],
        trustedProxies: ["127.0.0.1", "fd00::/8"],
        publicOperations: ["demo.*"],
        ws: false,
        limits: {
          bodyBytes: 1,
          concurrentCalls: 1,
          callTimeout: 1,
          shutdownGrace: 0,
          handshakes: 2,
          handshakesPerClient: 1,
        },
      },
      audit: { file: "audit.jsonl", inputs: true },
      log: { level: "debug", format: "json" },
    });
    const cwd = await folderWith({ "operations.config.json": json(full) });
    expect((await loadConfig(undefined, { cwd })).config).toEqual(full);
  });
});

describe("when a config has mistakes", () => {
  it("reports all of them with line, column, path and the allowed values", async () => {
    const text = [
      "{",
      '  "mcpServer": {},',
      '  "serve": {',
      '    "port": "high",',
      '    "keys": [{ "id": "ci", "key": "${SECRET}" }],',
      '    "explorr": true',
      "  },",
      '  "log": { "level": "loud" }',
      "}",
    ].join("\n");
    expect(await problemsOf({ "operations.config.json": text })).toEqual([
      { line: 2, column: 3, path: "mcpServer", message: 'is not allowed (did you mean "mcpServers"?)' },
      { line: 4, column: 13, path: "serve.port", message: 'expected integer, received "high"' },
      {
        line: 5,
        column: 35,
        path: "serve.keys[0].key",
        message: "the environment variable SECRET is not set",
        hint: "set it, here or in operations.env beside this file, or write ${SECRET:-default}",
      },
      { line: 6, column: 5, path: "serve.explorr", message: expect.stringContaining('"explorer"') as string },
      { line: 8, column: 21, path: "log.level", message: expect.stringContaining('"trace"') as string },
    ]);
  });

  it("lists the allowed names if none is similar", async () => {
    const problems = await problemsOf({ "operations.config.json": json({ log: { colour: "red" } }) });
    expect(problems).toEqual([
      expect.objectContaining({ path: "log.colour", message: "is not allowed (allowed: level, format)" }),
    ]);
  });

  it("says what a remote may be, and what its kind needs", async () => {
    const remotes = { a: { type: "hubb", url: "x" }, b: { type: "hub" }, c: { type: "redis", url: "http://a" } };
    const problems = await problemsOf({ "operations.config.json": json({ remotes }) });
    expect(problems.map(({ path, message }) => `${path}: ${message}`)).toMatchInlineSnapshot(`
      [
        "remotes.a.type: expected one of "hub", "nats", "redis", received "hubb" (did you mean "hub"?)",
        "remotes.b.url: is required (string)",
      ]
    `);
  });

  it("finds places in YAML too", async () => {
    const text = "serve:\n  port: 80\n  keys:\n    - id: a\n      sha256: abc\n";
    expect(await problemsOf({ "operations.config.yaml": text })).toEqual([
      { line: 5, column: 15, path: "serve.keys[0].sha256", message: expect.any(String) as string },
    ]);
  });

  it("says which of two things a server needs", async () => {
    const servers = {
      both: { command: "a", url: "https://a.example" },
      none: { args: [] },
      wrong: { url: "ftp://a.example" },
      typed: { command: "x", type: "http" },
      extra: { url: "https://a.example", env: { A: "b" } },
    };
    const problems = await problemsOf({ "operations.config.json": json({ mcpServers: servers }) });
    expect(problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'mcpServers.both: has both "command" and "url"',
      'mcpServers.none: needs a "command" (a program to start) or a "url" (HTTP)',
      "mcpServers.wrong.url: is not an address that starts with http:// or https://",
      'mcpServers.typed.type: is "http", which needs a "url"',
      'mcpServers.extra.env: is for servers with a "command"; this one has a "url"',
    ]);
  });

  it("refuses keys that could be guessed, and keys given twice or not at all", async () => {
    const keys = [{ id: "a", key: "short" }, { id: "b" }, { id: "c", key: "x".repeat(20), sha256: "a".repeat(64) }];
    const problems = await problemsOf({ "operations.config.json": json({ serve: { keys } }) });
    expect(problems.map(({ path }) => path)).toEqual(["serve.keys[0].key", "serve.keys[1]", "serve.keys[2]"]);
  });

  it("refuses secrets of identities that could be guessed, and shows none of them", async () => {
    const identitySecret = "too-short-for-one";
    const remotes = { a: { type: "hub", url: "wss://a.example", identitySecret } };
    const problems = await problemsOf({ "operations.config.json": json({ remotes, serve: { identitySecret } }) });
    expect(problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      "remotes.a.identitySecret: has fewer than 32 characters: it could be guessed",
      "serve.identitySecret: has fewer than 32 characters: it could be guessed",
    ]);
  });

  it("refuses trusted proxies that are not addresses, or all addresses", async () => {
    const text = "serve:\n  trustedProxies:\n    - 127.0.0.1\n    - nginx\n    - 0.0.0.0/0\n";
    const problems = await problemsOf({ "operations.config.yaml": text });
    const hint = "name the addresses that your proxies connect from";
    expect(problems).toEqual([
      {
        line: 4,
        column: 7,
        path: "serve.trustedProxies[1]",
        message: '"nginx" is neither an IP address nor a range such as 10.0.0.0/8',
        hint,
      },
      {
        line: 5,
        column: 7,
        path: "serve.trustedProxies[2]",
        message: '"0.0.0.0/0" covers every address: each client could choose its own',
        hint,
      },
    ]);
  });

  it("refuses pages that have no origin, and says where", async () => {
    const problems = await problemsOf({ "operations.config.yaml": "serve: { cors: { origins: [app.example] } }\n" });
    expect(problems).toMatchObject([
      { line: 1, column: 28, path: "serve.cors.origins[0]", message: expect.stringContaining("is not an origin") },
    ]);
  });

  it.each([
    ['{\n  "name": "a",\n}', 2, 14, 'JSON has no comma before "}"'],
    ["{\n  // a comment\n}", 2, 3, "JSON has no comments"],
    ["{ name: 1 }", 1, 3, 'expected a name in double quotes, found "name"'],
    ["{ 'name': 1 }", 1, 3, "expected a name in double quotes"],
    ["{ \"name\": 'x' }", 1, 11, "JSON's strings have double quotes"],
    ['{ "name": "x"', 1, 14, 'expected "," or "}", found the end of the file'],
    ['{ "a": 1 "b": 2 }', 1, 10, 'expected a comma, found "b"'],
    ['{ "name": "x\n" }', 1, 11, "this string has no end on its line"],
    ['{ "name": "\\x" }', 1, 12, "JSON has no such escape"],
    ["{} {}", 1, 4, "there is something after the end"],
    ["", 1, 1, "expected a value, found the end of the file"],
    ['{ "a": tru }', 1, 8, 'expected a value, found "tru"'],
  ])("explains the syntax error in %j", async (text, line, column, message) => {
    const [problem] = await problemsOf({ "operations.config.json": text });
    expect(problem).toMatchObject({ line, column, message: expect.stringContaining(message) as string });
  });

  it("refuses a repeated name rather than dropping a value silently", async () => {
    const servers = '{\n  "a": { "command": "x" },\n  "\\u0061": { "command": "y" }\n}';
    expect(
      await problemsOf({ "operations.config.json": `{ "mcpServers": ${servers}, "name": "b", "name": "c" }` }),
    ).toEqual([
      { line: 3, column: 3, path: "", message: "this name is used twice" },
      { line: 4, column: 17, path: "", message: "this name is used twice" },
    ]);
    expect(await problemsOf({ "operations.config.yaml": "name: a\nserve: {}\nname: b\n" })).toEqual([
      { line: 3, column: 1, path: "", message: "this name is used twice" },
    ]);
  });

  it.each(["", "# nothing\n"])("says that %j is an empty file, which may not be written yet", async (text) => {
    expect(await problemsOf({ "operations.config.yaml": text })).toEqual([{ path: "", message: "the file is empty" }]);
  });

  it("says that a variable between braces needs quotes", async () => {
    const problems = await problemsOf({ "operations.config.yaml": "name: a\nserve: { port: ${PORT} }\n" });
    expect(problems[0]).toMatchObject({ line: 2, hint: 'between braces a variable needs quotes: "${NAME}"' });
  });

  it("says where YAML goes wrong", async () => {
    const [problem] = await problemsOf({ "operations.config.yaml": "name: a\n  serve: {\n" });
    expect(problem).toMatchObject({
      line: expect.any(Number) as number,
      message: expect.stringContaining("YAML") as string,
    });
  });

  it.each([
    ["yaml", "name: a\nserve: &s\n  limits: *s\n", "serve.limits"],
    ["yaml", "&a [*a, *a]", "[0]"],
    ["json", "[".repeat(200) + "]".repeat(200), "[0]".repeat(101)],
  ])("refuses %s that contains itself or is nested too deeply", async (format, text, path) => {
    const [problem] = await problemsOf({ [`operations.config.${format}`]: text });
    expect(problem).toMatchObject({ path, message: expect.stringContaining("nested too deep") as string });
  });

  it.each([
    ["yaml", "a: ".padEnd(20_000, "[")],
    ["yaml", Array.from({ length: 1000 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
    ["json", "[".repeat(20_000) + "]".repeat(20_000)],
  ])("does not read %s that is nested deeper than a parser can go", async (format, text) => {
    expect(await problemsOf({ [`operations.config.${format}`]: text })).toEqual([
      { path: "", message: "it is nested deeper than 256 levels" },
    ]);
  });

  it("refuses YAML with too many anchors", async () => {
    const text = `a: [${"&a 1, *a, ".repeat(20_000)}]`;
    expect(await problemsOf({ "operations.config.yaml": text })).toEqual([
      { path: "", message: "it has more than 20000 anchors and aliases" },
    ]);
  });

  it("reports malformed references to variables", async () => {
    const problems = await problemsOf({ "operations.config.json": json({ name: "${1A} ${open" }) });
    expect(problems.map(({ message }) => message)).toEqual([
      '"${1A}" is not a reference to an environment variable',
      '"${open" is not a reference to an environment variable',
    ]);
  });

  it("shows no value where a secret belongs", async () => {
    const config = {
      serve: { keys: [{ id: "ada", sha256: "a-key-in-the-wrong-place" }], jwt: { secret: 4_815_162_342 } },
      mcpServers: { files: { command: "files", env: { TOKEN: 4_815_162_342 } } },
      openapi: { api: { document: "a.json", auth: { type: "bearer", token: 4_815_162_342 } } },
      remotes: { other: { type: "hub", url: "ws://a.example", token: 4_815_162_342 } },
    };
    const problems = await problemsOf({ "operations.config.json": json(config) });
    expect(problems.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["serve.keys[0].sha256", "mcpServers.files.env.TOKEN", "openapi.api.auth.token"]),
    );
    expect(json(problems)).not.toMatch(/a-key-in-the-wrong-place|4815162342/);
    const [port] = await problemsOf({ "operations.config.json": json({ serve: { port: "one" } }) });
    expect(port?.message).toContain('received "one"');
  });

  it("says which file is missing, or that there are several", async () => {
    const cwd = await folderWith();
    await expect(loadConfig("nothing.json", { cwd })).rejects.toThrow(/nothing\.json: there is no such file/);
    await expect(loadConfig(undefined, { cwd })).rejects.toThrow(/none of operations\.config\.json/);
    const both = await folderWith({ "operations.config.json": "{}", "operations.config.yaml": "{}" });
    await expect(loadConfig(undefined, { cwd: both })).rejects.toThrow(/several/);
  });

  it("reports what a module threw", async () => {
    const cwd = await folderWith({ "operations.config.mjs": "throw new Error('of its own');" });
    await expect(loadConfig(undefined, { cwd })).rejects.toThrow(/it can't be read: of its own/);
  });

  it.each(["null", "[]", '"text"', '{ "__proto__": { "a": 1 } }', '{ "mcpServers": { "__proto__": 1 } }'])(
    "refuses %s without harm",
    async (text) => {
      expect((await problemsOf({ "operations.config.json": text })).length).toBeGreaterThan(0);
      expect(({} as { a?: unknown }).a).toBeUndefined();
    },
  );
});
