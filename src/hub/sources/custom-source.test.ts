import { rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { loadConfig } from "../config/load-config.ts";
import { tempFolders } from "../temp-folder.test-support.ts";
import { until } from "../../../tests/support/until.ts";
import type { HubSources } from "./hub-sources.ts";
import { openSources } from "./open-sources.ts";

vi.setConfig({ testTimeout: 60_000 });

const folderWith = tempFolders();
const open: HubSources[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((sources) => sources.close({ graceMs: 0 })));
});

/** Greets in a namespace with its own name. It imports nothing, so that it can be in a temporary folder. */
const greeter = `
export type Options = { greeting: string; times?: number };
export default {
  configSchema: {
    type: "object", required: ["greeting"], additionalProperties: false,
    properties: { greeting: { type: "string" }, times: { type: "number" } },
  },
  open({ greeting, times = 1 }: Options, context: { name: string; changed(): void; stateChanged(change: object): void }) {
    const base = { namespace: context.name, version: "1.0.0", accessControl: { requiredScopes: [] }, inputSchema: true, outputSchema: true };
    const greet = { ...base, name: "greet", type: "QUERY", description: "Greets", handler: () => greeting.repeat(times) };
    const added = { ...greet, name: "added" };
    const operations: object[] = [greet];
    operations.push({ ...base, name: "grow", type: "MUTATION", description: "Grows", handler() { operations.push(added); context.changed(); } });
    operations.push({ ...base, name: "fail", type: "MUTATION", description: "Fails", handler() { context.stateChanged({ state: "failed", error: new Error("gone") }); } });
    return { operations, report: () => ({ quarantined: [{ id: "odd", reason: "it is odd" }], findings: [] }), close() {} };
  },
};
`;

interface Files {
  readonly [name: string]: string;
}

async function openConfig(files: Files, config: object): Promise<{ sources: HubSources; folder: string }> {
  const folder = await folderWith({ ...files, "operations.config.json": JSON.stringify(config, undefined, 2) });
  const loaded = await loadConfig("operations.config.json", { cwd: folder, env: { TIMES: "2" } });
  const sources = await openSources(loaded, { retry: { minDelay: 10, maxDelay: 50 } });
  open.push(sources);
  await sources.ready;
  return { sources, folder };
}

const ids = ({ registry }: HubSources): string[] => registry.list().map(({ name }) => name);

describe("when a config names a custom source", () => {
  it("opens the TypeScript module beside the config, with the options in the config", async () => {
    const { sources } = await openConfig(
      { "greeter.ts": greeter },
      {
        sources: {
          hello: { use: "./greeter.ts", greeting: "Hi", times: "${TIMES}", exclude: ["grow"], scopes: ["g"] },
        },
      },
    );
    expect(sources.statuses()).toEqual([
      expect.objectContaining({ name: "hello", kind: "custom", state: "ready", operations: 2 }),
    ]);
    expect(sources.statuses()[0]?.report).toMatchObject({ quarantined: [{ id: "odd" }], counts: { quarantined: 1 } });
    expect((await sources.registry.execute("hello.greet", {})).data).toBe("HiHi");
    const spec = sources.registry.getSpec("hello.greet");
    expect(spec).toMatchObject({ accessControl: { requiredScopes: ["g"] }, origin: { source: "custom" } });
  });

  it("finds a package from the folder of the config", async () => {
    const { sources } = await openConfig(
      {
        "node_modules/greeter/package.json":
          '{ "name": "greeter", "type": "module", "exports": { "import": "./main.js" } }',
        "node_modules/greeter/main.js": "export default { open: () => ({ operations: [], close() {} }) };",
      },
      { sources: { hello: { use: "greeter" } } },
    );
    expect(sources.statuses()).toMatchObject([{ state: "ready", operations: 0 }]);
  });

  it("follows its changes, and opens it again when it has failed", async () => {
    const { sources } = await openConfig(
      { "greeter.ts": greeter },
      { sources: { hello: { use: "./greeter.ts", greeting: "Hi" } } },
    );
    await sources.registry.execute("hello.grow", {});
    expect(ids(sources)).toEqual(["greet", "grow", "fail", "added"]);
    const seen: string[] = [];
    sources.onChange(({ state, error }) => seen.push(`${state} ${error ?? ""}`));
    await sources.registry.execute("hello.fail", {});
    await until(() => sources.statuses()[0]?.state === "ready");
    expect(seen.slice(0, 2)).toEqual(["failed gone", "connecting gone"]);
    expect(ids(sources)).toEqual(["greet", "grow", "fail"]);
  });

  it("reopens it on a reload if its module has changed, and leaves it alone otherwise", async () => {
    const config = { sources: { hello: { use: "./greeter.ts", greeting: "Hi" } } };
    const { sources, folder } = await openConfig({ "greeter.ts": greeter }, config);
    const before = sources.registry.getSpec("hello.greet");
    const reload = async (): Promise<void> => sources.reload(await loadConfig(undefined, { cwd: folder }));
    await reload();
    expect(sources.registry.getSpec("hello.greet")).toBe(before);
    await writeFile(join(folder, "greeter.ts"), greeter.replace("greeting.repeat(times)", '"new"'));
    await utimes(join(folder, "greeter.ts"), new Date(), new Date(Date.now() + 1000));
    await reload();
    expect((await sources.registry.execute("hello.greet", {})).data).toBe("new");
  });

  it("quarantines anything that is not an operation, and serves the rest", async () => {
    const module = greeter.replace("[greet]", "[greet, null, { name: 'half', namespace: 'hello' }]");
    const { sources } = await openConfig(
      { "greeter.ts": module },
      { sources: { hello: { use: "./greeter.ts", greeting: "Hi" } } },
    );
    expect(ids(sources)).toEqual(["greet", "grow", "fail"]);
    expect(sources.statuses()[0]?.report?.quarantined.map(({ id }) => id)).toEqual([
      "undefined.undefined",
      "hello.half",
      "odd",
    ]);
  });
});

describe("when a custom source cannot be used", () => {
  const failure = async (files: Files, source: object): Promise<string> => {
    const { sources, folder } = await openConfig(files, { local: { modules: [] }, sources: { hello: source } });
    const status = sources.statuses().find(({ kind }) => kind === "custom");
    expect(sources.statuses()[0]?.state).toBe("ready");
    return (status?.error ?? "").replaceAll(`${folder}/`, "");
  };

  it("says which option is wrong, where it is, and what is allowed", async () => {
    const error = await failure({ "greeter.ts": greeter }, { use: "./greeter.ts", greeting: 1, tims: 3 });
    expect(error).toContain("operations.config.json:8:19: sources.hello.greeting: expected string, received 1");
    expect(error).toContain("operations.config.json:9:7: sources.hello.tims: ");
  });

  it.each([
    ["./missing.ts", {}, "the module ./missing.ts can't be loaded", "a path starts at the folder of the config file"],
    ["missing", {}, "the module missing can't be loaded", 'install the package, or write "./missing" for a file'],
    ["./none.js", { "none.js": "export const x = 1;" }, "has no default export", "export default defineSource("],
    ["./other.js", { "other.js": "export default 3;" }, "does not export a source as default", "defineSource("],
    ["./throws.js", { "throws.js": "throw new Error('no luck');" }, "can't be loaded: no luck", ""],
    ["./odd.js", { "odd.js": "export default { open: () => 3 };" }, "returned no open source", "return { operations"],
  ])("says what is wrong with %s, and what to do", async (use, files, what, hint) => {
    const error = await failure({ ...files, "package.json": '{ "type": "module" }' }, { use });
    expect(error).toContain("operations.config.json:7:14: sources.hello.use: ");
    expect(error).toContain(what);
    expect(error).toContain(hint);
  });

  it("retries, and reads the module again once it has changed", async () => {
    const { sources, folder } = await openConfig(
      { "greeter.ts": "export default 1;" },
      { sources: { hello: { use: "./greeter.ts", greeting: "Hi" } } },
    );
    expect(sources.statuses()[0]?.error).toContain("does not export a source");
    await rm(join(folder, "greeter.ts"));
    await until(() => sources.statuses()[0]?.error?.includes("can't be loaded") === true);
    await writeFile(join(folder, "greeter.ts"), greeter);
    await until(() => sources.statuses()[0]?.state === "ready");
    expect((await sources.registry.execute("hello.greet", {})).data).toBe("Hi");
  });
});
