/** The command keeps its compiled code on a Node that can, and nowhere else. */
import { execFile } from "node:child_process";
import { chmod, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { isLeftOut } from "../support/left-out.ts";
import { projectRoot } from "../support/run-program.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { findNewerNode } from "./run-on-command-line.ts";

const command = join(process.env["OPERATIONS_DIST"] ?? join(projectRoot, "dist"), "cli", "bin.js");

const OPERATION = `export default {
  namespace: "demo", name: "three", version: "1.0.0", type: "QUERY", description: "Says three.",
  inputSchema: { type: "object" }, outputSchema: { type: "number" }, accessControl: { requiredScopes: [] },
  handler: () => 3,
};`;

describe.skipIf(isLeftOut("runtimes") || process.platform !== "linux")("the command on a newer Node", () => {
  let home: string;
  let compiled: string;

  beforeAll(async () => await ensureSubPackage("tests/runtimes"));

  beforeEach(async () => {
    home = makeTempFolder("compiled");
    compiled = join(home, ".cache", "operations", "compiled");
    await writeFile(join(home, "demo.mjs"), OPERATION);
    await writeFile(join(home, "operations.config.json"), '{ "local": { "modules": ["./demo.mjs"] } }');
  });

  async function call(env: Readonly<Record<string, string>> = {}): Promise<string> {
    const { stdout } = await promisify(execFile)(findNewerNode() ?? "", [command, "call", "demo.three", "--no-hub"], {
      cwd: home,
      timeout: 60_000,
      env: { PATH: process.env["PATH"], HOME: home, ...env },
    });
    return stdout;
  }

  /** The files with the time of their last change. Node rewrites the code that it could not use. */
  async function keptFiles(): Promise<[string, number][]> {
    const entries = await readdir(compiled, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name));
    return await Promise.all(files.map(async (file): Promise<[string, number]> => [file, (await stat(file)).mtimeMs]));
  }

  it("keeps what it compiled in the user's cache, and starts from there", async () => {
    expect(await call()).toBe("3\n");
    const kept = await keptFiles();
    expect(kept.length).toBeGreaterThan(2);
    expect(await call()).toBe("3\n");
    expect(await keptFiles()).toEqual(kept);
  });

  it("does not use a folder that others can write to", async () => {
    await mkdir(compiled, { recursive: true });
    await chmod(compiled, 0o777);
    expect(await call()).toBe("3\n");
    expect(await readdir(compiled)).toEqual([]);
  });

  it("works without a home", async () => {
    expect(await call({ HOME: "/proc/nothing" })).toBe("3\n");
  });
});
