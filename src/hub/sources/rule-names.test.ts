import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { until } from "../../../tests/support/until.ts";
import { loadConfig } from "../config/load-config.ts";
import { tempFolders } from "../temp-folder.test-support.ts";
import { demoModule, rawMCPServer, weatherServices } from "./fixtures.test-support.ts";
import type { HubSources } from "./hub-sources.ts";
import { openSources } from "./open-sources.ts";

vi.setConfig({ testTimeout: 60_000 });

const folderWith = tempFolders();
const startWeather = weatherServices();
const logged: string[] = [];
const open: HubSources[] = [];
let folder = "";

afterEach(async () => {
  logged.length = 0;
  await Promise.all(open.splice(0).map((sources) => sources.close({ graceMs: 0 })));
});

const load = async (config: string) => {
  await writeFile(join(folder, "operations.config.yaml"), config);
  return await loadConfig("operations.config.yaml", { cwd: folder });
};

async function start(config: string): Promise<HubSources> {
  folder = await folderWith({ "demo.mjs": demoModule });
  const sources = await openSources(await load(config), {
    retry: { minDelay: 10, maxDelay: 50 },
    log: (level, message, fields) => void logged.push(JSON.stringify({ level, message, ...fields })),
  });
  open.push(sources);
  await sources.ready;
  return sources;
}

const statusOf = (sources: HubSources, name: string) => sources.statuses().find((status) => status.name === name);
const names = ({ registry }: HubSources): string[] => registry.list().map(({ name }) => name);

describe("when approval names an operation that the source does not have", () => {
  it("keeps that source closed, says so with the place, and serves the others", async () => {
    const sources = await start(
      `local: { modules: [demo.mjs], approval: [wriite] }\nmcpServers: { raw: ${JSON.stringify({ ...rawMCPServer, include: ["echo"] })} }\n`,
    );
    expect(statusOf(sources, "local")).toMatchObject({
      state: "failed",
      operations: 0,
      where: expect.stringMatching(/operations\.config\.yaml:1:42: local\.approval\[0\]$/),
      error: expect.stringContaining('"wriite" (did you mean write?)'),
    });
    expect(statusOf(sources, "local")).not.toHaveProperty("retryAt");
    expect(names(sources)).toEqual(["echo"]);
    expect(logged.join("\n")).toMatch(/"warn","message":"source failed","source":"local"/);
    await expect(sources.registry.execute("demo.hello", {})).rejects.toMatchObject({ code: "OPERATION_NOT_FOUND" });
  });

  it("opens it when the config is mended, and closes it when a reload breaks it", async () => {
    const sources = await start("local: { modules: [demo.mjs], approval: [wriite] }");
    await sources.reload(await load("local: { modules: [demo.mjs], approval: [write] }"));
    expect(statusOf(sources, "local")).toMatchObject({ state: "ready", operations: 5 });
    await sources.reload(await load("local: { modules: [demo.mjs], approval: [writ] }"));
    expect(statusOf(sources, "local")).toMatchObject({ state: "failed", operations: 0 });
    expect(names(sources)).toEqual([]);
  });

  it("opens it when the operation appears, with the approval that the rule asks for", async () => {
    const sources = await start("local: { modules: [demo.mjs], approval: [delete_customer] }");
    expect(statusOf(sources, "local")?.state).toBe("failed");
    const later = `${demoModule}\nexport const later = { ...write, name: "delete_customer" };\n`;
    await writeFile(join(folder, "demo.mjs"), later);
    await sources.reopen({ name: "local", kind: "local" });
    await until(() => statusOf(sources, "local")?.state === "ready");
    expect(names(sources)).toContain("delete_customer");
    await expect(sources.registry.execute("demo.delete_customer", {})).rejects.toMatchObject({ code: "ACCESS_DENIED" });
  });

  it("shows a caller without the admin scope no place in the config", async () => {
    const sources = await start("local: { modules: [demo.mjs], approval: [wriite] }");
    const [status] = sources.statuses({ id: "ada", scopes: ["operations:call"] });
    expect(status).toMatchObject({ state: "failed" });
    expect(JSON.stringify(status)).not.toContain("operations.config.yaml");
  });
});

describe("when a name or pattern fits nothing that the source has", () => {
  it.each([
    ["approval: ['delete_*']", "local.approval[0]: no operation of the source fits this pattern"],
    ["include: ['*', 'lst*']", "local.include[1]: no operation of the source fits this pattern"],
    ["exclude: [secrt]", "local.exclude[0]: no operation of the source has this name (did you mean secret?)"],
    ["operations: { helo: { hidden: true } }", "local.operations.helo: no operation of the source has this name"],
  ])("serves the source, and warns with the place: %s", async (rule, warning) => {
    const sources = await start(`local: { modules: [demo.mjs], ${rule} }`);
    expect(statusOf(sources, "local")).toMatchObject({ state: "ready", operations: 5 });
    expect(sources.warnings()).toEqual([{ sources: ["local"], message: expect.stringContaining(warning) }]);
    expect(sources.warnings()[0]?.message).toMatch(/operations\.config\.yaml:1:\d+: /);
    expect(logged.join("\n")).toContain(warning);
    const { findings } = statusOf(sources, "local")?.report ?? {};
    expect(findings).toMatchObject([{ kind: "unmatched" }]);
  });

  it("accepts names at the source, names that the config gives, and ids", async () => {
    const sources = await start(
      "local: { modules: [demo.mjs], approval: [write, renamed, demo.count], exclude: [secret, demo.nest*], operations: { hello: { name: renamed } } }",
    );
    expect(statusOf(sources, "local")).toMatchObject({ state: "ready", operations: 3 });
    expect(sources.warnings()).toEqual([]);
  });

  it("warns of rate limits and other lists of the whole hub", async () => {
    const sources = await start(
      [
        "local: { modules: [demo.mjs] }",
        "rateLimits: { rules: { all: { calls: 1, per: day, operations: [demo, demo.helo, 'shop.*'] } } }",
        "serve: { publicOperations: [demo.hello, demo.helo], mcp: { toolNames: { demo.helo: hi } } }",
        "approvals: { callersConfirm: [dmo] }",
      ].join("\n"),
    );
    const messages = sources.warnings().map(({ message }) => message.replace(/^.*yaml:/, ""));
    expect(messages).toEqual([
      "2:70: rateLimits.rules.all.operations[1]: no operation of this hub has this id or namespace (did you mean demo.hello?)",
      "2:81: rateLimits.rules.all.operations[2]: no operation of this hub fits this pattern",
      "3:41: serve.publicOperations[1]: no operation of this hub has this id (did you mean demo.hello?)",
      '3:84: serve.mcp.toolNames["demo.helo"]: no operation of this hub has this id (did you mean demo.hello?)',
      "4:31: approvals.callersConfirm[0]: no operation of this hub has this id or namespace (did you mean demo?)",
    ]);
  });
});

describe("when an operation appears later", () => {
  it("guards it by the pattern that fitted nothing before", async () => {
    const server = JSON.stringify({ ...rawMCPServer, approval: ["late*"], env: { LATE: "1" } });
    const sources = await start(`mcpServers: { raw: ${server} }`);
    expect(sources.warnings()).toHaveLength(1);
    await sources.registry.execute("raw.grow", { name: "late" });
    await until(() => names(sources).includes("late"));
    await until(() => sources.warnings().length === 0);
    await expect(sources.registry.execute("raw.late", {})).rejects.toMatchObject({ code: "ACCESS_DENIED" });
  });
});

describe("when credentials name a security scheme that the document does not have", () => {
  it("keeps the source closed, and opens it when the document has it", async () => {
    const { url } = await startWeather();
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as object;
    const documents = await folderWith({ "weather.json": JSON.stringify(document) });
    const file = join(documents, "weather.json");
    const sources = await start(`openapi: { weather: { document: "${file}", credentials: { bearer: abc } } }`);
    expect(statusOf(sources, "weather")).toMatchObject({
      state: "failed",
      where: expect.stringMatching(/yaml:1:\d+: openapi\.weather\.credentials\.bearer$/),
      error: expect.stringContaining('the document has no security scheme "bearer": it has none'),
    });
    expect(names(sources)).toEqual([]);
    const components = { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } };
    await writeFile(file, JSON.stringify({ ...document, components }));
    await until(() => statusOf(sources, "weather")?.state === "ready");
    expect(names(sources)).toEqual(["getWeather", "setWeather"]);
  });
});
