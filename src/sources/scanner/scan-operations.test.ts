import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { constants, runInThisContext } from "node:vm";
import { tsImport } from "tsx/esm/api";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { nodeScannerFS } from "./node-scanner-fs.ts";
import { scanManifest, scanOperations } from "./scan-operations.ts";
import type { ScanManifestOptions } from "./scan-operations.ts";
import type { ScannerFS } from "./scanner-fs.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "operations-scan-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

function specModule(name: string, extra = ""): string {
  return `export default {
    name: "${name}", namespace: "demo", version: "1.0.0", type: "QUERY", description: "For the test",
    inputSchema: { type: "object" }, outputSchema: { type: "string" }, accessControl: { requiredScopes: [] }, ${extra}
  };`;
}

/** Node's own `import()`. In this file, vitest replaces it with its own, which handles odd names less well. */
const importNatively = runInThisContext("(url) => import(url)", {
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
}) as (url: string) => Promise<unknown>;

async function importTypeScript(url: string): Promise<unknown> {
  return (await tsImport(url, import.meta.url)) as unknown;
}

/** Paths relative to the folder, whose name differs each time. */
async function scan(options?: ScanManifestOptions): Promise<{ operations: string[]; problems: string[] }> {
  const { operations, problems } = await scanManifest(folder, nodeScannerFS(), {
    importModule: importNatively,
    ...options,
  });
  return {
    operations: operations.map(({ path, spec }) => `${relative(folder, path)}: ${spec.namespace}.${spec.name}`),
    problems: problems.map(
      ({ path, message }) => `${relative(folder, path) || "."}: ${message.replaceAll(folder, "")}`,
    ),
  };
}

describe("when a folder contains operations", () => {
  it("finds .js and .mjs modules in all folders, in the order of their names", async () => {
    await write("z.js", specModule("z"));
    await write("b/y.mjs", specModule("y"));
    await write("b/a/x.js", specModule("x"));
    await write("a.mjs", specModule("a"));
    expect(await scan()).toEqual({
      operations: ["a.mjs: demo.a", "b/a/x.js: demo.x", "b/y.mjs: demo.y", "z.js: demo.z"],
      problems: [],
    });
  });

  it("finds them whatever the names of their files and folders", async () => {
    await write("100% #1?/ü b.js", specModule("odd"));
    expect(await scan()).toEqual({ operations: ["100% #1?/ü b.js: demo.odd"], problems: [] });
  });

  it("loads TypeScript through the given loader", async () => {
    await write("typed.ts", `const name: string = "typed";\n${specModule("typed", "name")}`);
    expect(await scan({ importModule: importTypeScript })).toEqual({
      operations: ["typed.ts: demo.typed"],
      problems: [],
    });
  });

  it("skips tests, declarations, other files, node_modules and names that start with a dot", async () => {
    const passedOver = ["a.test.ts", "a.spec.js", "a.test-d.ts", "a.d.ts", "a.json", "a.cjs", ".a.js", ".git/a.js"];
    for (const path of [...passedOver, "node_modules/p/a.js", "sub/node_modules/p.js"]) await write(path, "throw 1;");
    await write("testing.js", specModule("testing"));
    expect(await scan()).toEqual({ operations: ["testing.js: demo.testing"], problems: [] });
  });

  it("returns the handler of a default export that has one", async () => {
    await write("both.js", specModule("both", "handler: () => 'done'"));
    await write("spec.js", specModule("spec"));
    const { operations } = await scanManifest(folder, nodeScannerFS());
    expect(operations.map(({ handler }) => typeof handler)).toEqual(["function", "undefined"]);
    expect(operations[0]?.spec).toHaveProperty("handler", operations[0]?.handler);
  });

  it("unwraps CommonJS that was compiled from a module", async () => {
    await write("package.json", `{ "type": "commonjs" }`);
    const compiled = specModule("compiled").replace("export default", "exports.default =");
    await write("compiled.js", `exports.__esModule = true; ${compiled}`);
    expect(await scan()).toEqual({ operations: ["compiled.js: demo.compiled"], problems: [] });
  });

  it("imports by itself without a loader", async () => {
    await write("a.js", specModule("a"));
    expect(await scanOperations(folder, nodeScannerFS())).toEqual([expect.objectContaining({ name: "a" })]);
  });

  it("accepts a path relative to the working folder of its file system", async () => {
    await write("ops/a.js", specModule("a"));
    const fs: ScannerFS = { ...nodeScannerFS(), cwd: () => folder };
    const specs = await Promise.all(["ops", "./ops/", "./ops"].map((path) => scanOperations(path, fs)));
    expect(specs.map((found) => found.map(({ name }) => name))).toEqual([["a"], ["a"], ["a"]]);
  });
});

describe("when a module is invalid", () => {
  beforeEach(() => write("z-good.js", specModule("good")));

  it.each([
    ["throws", "throw new Error('boom');", "boom"],
    ["throws something that is not an error", "throw null;", "null"],
    ["does not parse", "export default {", "Unexpected"],
    ["imports what does not exist", "import './nowhere.js';", "nowhere.js"],
    ["has no default export", "export const a = 1;", "no default export"],
    ["exports a string", "export default 'spec';", "is invalid"],
    ["exports null", "export default null;", "is invalid"],
    ["exports a spec without its name", specModule("x").replace(/name: "x",/, ""), "is invalid"],
    ["exports a spec with an invalid name", specModule("a/b"), "is invalid"],
    ["exports a spec whose handler is not a function", specModule("x", "handler: 1"), "is invalid"],
    ["has a getter that throws", "export default { get name() { throw new Error('no name'); } };", ""],
    ["never finishes loading", "await new Promise(() => {});", "within 5000 ms"],
  ])("reports a module that %s as a problem with its path, and loads the rest", async (_what, content, message) => {
    await write("bad.mjs", content);
    const { operations, problems } = await scan({ timeoutMs: 5000 });
    expect(operations).toEqual(["z-good.js: demo.good"]);
    expect(problems).toEqual([expect.stringMatching(/^bad\.mjs: /)]);
    expect(problems[0]).toContain(message);
  });

  it("keeps the first of two that define the same operation", async () => {
    await write("z-good-copy.js", specModule("good"));
    expect(await scan()).toEqual({
      operations: ["z-good-copy.js: demo.good"],
      problems: ["z-good.js: it defines demo.good, which /z-good-copy.js defines already"],
    });
  });

  it("warns on the console by default", async () => {
    await write("bad.js", "throw new Error('boom');");
    const console = vi.spyOn(globalThis.console, "warn").mockReturnValue();
    const onWarning = vi.fn<(problem: { path: string; message: string }) => void>();
    const specs = await scanOperations(folder, nodeScannerFS());
    expect(console.mock.calls).toEqual([[`[operations] ${join(folder, "bad.js")}: boom`]]);
    expect(await scanOperations(folder, nodeScannerFS(), { onWarning })).toEqual(specs);
    expect(onWarning.mock.calls).toEqual([[{ path: join(folder, "bad.js"), message: "boom" }]]);
    expect(console).toHaveBeenCalledTimes(1);
    console.mockRestore();
  });
});

describe("when a folder cannot be read as is", () => {
  it("rejects for a folder that does not exist, as the file system does", async () => {
    const nowhere = join(folder, "nowhere");
    await expect(scanManifest(nowhere, nodeScannerFS())).rejects.toMatchObject({ code: "ENOENT" });
    await expect(scanOperations(nowhere, nodeScannerFS())).rejects.toMatchObject({ code: "ENOENT" });
    const refusal = new Error("permission denied");
    const readdir: ScannerFS["readdir"] = () => {
      throw refusal;
    };
    await expect(scanOperations(folder, { readdir, cwd: () => folder })).rejects.toBe(refusal);
  });

  it("continues after a folder that its file system refuses", async () => {
    await write("a/x.js", specModule("x"));
    await write("b/y.js", specModule("y"));
    const node = nodeScannerFS();
    const readdir: ScannerFS["readdir"] = async function* (path) {
      if (path.endsWith("/a")) throw new Error("permission denied");
      yield* node.readdir(path);
    };
    const { operations, problems } = await scanManifest(folder, { ...node, readdir });
    expect(operations.map(({ spec }) => spec.name)).toEqual(["y"]);
    expect(problems).toEqual([{ path: join(folder, "a"), message: "permission denied" }]);
  });

  it("reads each folder once, wherever links lead", async () => {
    await write("a/x.js", specModule("x"));
    await symlink("..", join(folder, "a", "up"));
    await symlink("a", join(folder, "again"));
    await symlink("itself", join(folder, "itself"));
    expect(await scan()).toEqual({
      operations: ["a/x.js: demo.x"],
      problems: [
        "a/up: not read: it is a link to a folder that was already read, as ",
        "again: not read: it is a link to a folder that was already read, as /a",
      ],
    });
  });

  it("follows a link to a file, and reports a broken link with a module's name", async () => {
    await write("a.txt", specModule("linked"));
    await symlink("nowhere", join(folder, "broken.js"));
    await symlink("nowhere", join(folder, "broken.txt"));
    await write("real/a.mjs", specModule("linked"));
    await symlink("real/a.mjs", join(folder, "linked.mjs"));
    const { operations, problems } = await scan();
    expect(operations).toEqual(["linked.mjs: demo.linked"]);
    expect(problems).toEqual([
      expect.stringMatching(/^broken\.js: Cannot find module/),
      "real/a.mjs: it defines demo.linked, which /linked.mjs defines already",
    ]);
  });
});

describe("when a folder is too big", () => {
  /** A folder that contains itself, through a file system that cannot tell. */
  const endlessDepth: ScannerFS = {
    async *readdir() {
      yield { name: "deeper", isFile: false, isDirectory: true };
    },
    cwd: () => "/",
  };

  const endlessWidth: ScannerFS = {
    async *readdir() {
      for (let i = 0; ; i++) yield { name: `${i}.js`, isFile: true, isDirectory: false };
    },
    cwd: () => "/",
  };

  it("stops at its depth limit", async () => {
    const { problems } = await scanManifest("ops", endlessDepth, { maxDepth: 2 });
    expect(problems).toEqual([
      { path: "/ops/deeper/deeper/deeper", message: expect.stringContaining("more than 2 folders deep") as string },
    ]);
  });

  it("stops at its limit of modules and folders, and imports nothing from the folder that exceeded it", async () => {
    const importModule = vi.fn<() => Promise<unknown>>();
    const { problems } = await scanManifest("ops", endlessWidth, { maxEntries: 100, importModule });
    expect(problems).toEqual([
      { path: "/ops", message: expect.stringContaining("more than 100 modules and folders") as string },
    ]);
    expect(importModule).not.toHaveBeenCalled();
  });
});
