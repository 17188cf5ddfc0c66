/** How many files of `dist` Node reads at start. Each takes about a millisecond of processor time (ADR 54). */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const operation = `
  import { defineOperation, Type } from "@alkdev/operations";
  export default defineOperation({
    name: "add", namespace: "math", version: "1.0.0", type: "QUERY", description: "Adds.",
    inputSchema: Type.Object({ a: Type.Number(), b: Type.Number() }),
    outputSchema: Type.Object({ sum: Type.Number() }),
    accessControl: { requiredScopes: [] },
    handler: async ({ a, b }) => ({ sum: a + b }),
  });`;
/** Records the address of each module that Node loads. */
const hooks = `
  import { appendFileSync } from "node:fs";
  export function load(url, context, next) {
    appendFileSync("loaded.txt", url + "\\n");
    return next(url, context);
  }`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "operations-start-"));
  mkdirSync(join(folder, "node_modules", "@alkdev"), { recursive: true });
  symlinkSync(root, join(folder, "node_modules", "@alkdev", "operations"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "add.js"), operation);
  writeFileSync(join(folder, "operations.config.json"), '{ "local": { "modules": ["./add.js"] } }');
  writeFileSync(join(folder, "hooks.js"), hooks);
  writeFileSync(
    join(folder, "note.js"),
    'import { register } from "node:module"; register("./hooks.js", import.meta.url);',
  );
});

afterAll(() => rmSync(folder, { recursive: true }));

/** What the program prints, and the files of `dist` that it loads. */
function run(args: readonly string[]): { readonly printed: string; readonly files: string[] } {
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const env = { ...inherited, HOME: folder, XDG_STATE_HOME: folder, XDG_RUNTIME_DIR: folder };
  writeFileSync(join(folder, "loaded.txt"), "");
  const printed = execFileSync(process.execPath, ["--import", "./note.js", ...args], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  const loaded = readFileSync(join(folder, "loaded.txt"), "utf8").split("\n");
  return { printed, files: loaded.filter((url) => url.includes("/dist/")) };
}

test("the main entry has eight files", () => {
  const { files } = run(["--input-type=module", "--eval", 'await import("./add.js")']);
  expect(files.length).toBeGreaterThan(3);
  expect(files.length).toBeLessThanOrEqual(8);
});

test("a call of a local operation from the command line reads ten more files", () => {
  const { printed, files } = run([
    join(root, "dist/cli/bin.js"),
    "call",
    "math.add",
    "--a",
    "1",
    "--b",
    "2",
    "--no-hub",
  ]);
  expect(JSON.parse(printed)).toEqual({ sum: 3 });
  expect(files.length).toBeLessThanOrEqual(18);
});
