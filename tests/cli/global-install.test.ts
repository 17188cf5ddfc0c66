/** The command as `npm install -g` lays it out: the folder of the config has no packages at all. */
import { cp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeTempFolder } from "../support/temp-folder.ts";
import { projectRoot } from "../support/run-program.ts";
import { builtCLI } from "./support/build-cli.ts";
import { runCLI } from "./support/run-cli.ts";
import type { Workspace } from "./support/workspace.ts";
import manifest from "../../package.json" with { type: "json" };

vi.setConfig({ testTimeout: 120_000 });

const OPERATION = (name: string): string => `
import { CallError, defineOperation, OperationType, Type } from "@alkdev/operations";

export default defineOperation({
  namespace: "demo", name: "${name}", version: "1.0.0", type: OperationType.QUERY, description: "Says hello.",
  inputSchema: Type.Object({ name: Type.String() }), outputSchema: Type.Object({ text: Type.String() }),
  accessControl: { requiredScopes: [] },
  handler: (input) => {
    if (input.name === "") throw new CallError("VALIDATION_ERROR", "nobody is there");
    return { text: \`Hello, \${input.name}!\` };
  },
});
`;

let root: string;
let workspace: Pick<Workspace, "cli" | "folder" | "env">;

beforeAll(async () => {
  root = makeTempFolder("global");
  const modules = join(root, "lib", "node_modules");
  const home = join(modules, "@alkdev", "operations");
  const cli = await builtCLI();
  await mkdir(home, { recursive: true });
  const built = dirname(dirname(cli));
  await cp(built, join(home, "dist"), { recursive: true, filter: (path) => !path.includes(join(built, ".cache")) });
  await cp(join(projectRoot, "package.json"), join(home, "package.json"));
  // Without peer dependencies: those are the optional packages.
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(projectRoot, "node_modules", name), join(modules, name));
  }
  const folder = join(root, "project");
  await mkdir(join(folder, "operations"), { recursive: true });
  for (const name of ["one.ts", "two.mjs"]) {
    await writeFile(join(folder, "operations", name), OPERATION(name.split(".")[0] ?? ""));
  }
  await writeFile(join(folder, "operations.config.json"), JSON.stringify({ local: { folders: ["operations"] } }));
  await writeFile(
    join(folder, "bus.json"),
    JSON.stringify({ remotes: { bus: { type: "redis", url: "redis://127.0.0.1:1" } } }),
  );
  const env = { PATH: process.env["PATH"] ?? "", HOME: root, XDG_STATE_HOME: join(root, "state") };
  workspace = { cli: join(home, "dist", "cli", "bin.js"), folder, env };
}, 60_000);

afterAll(() => rm(root, { recursive: true, force: true }));

const run = (...args: string[]) => runCLI(workspace as Workspace, args);

describe("a command that is installed globally", () => {
  it.each(["one", "two"])("runs operations that import the package: %s", async (name) => {
    const done = await run("call", `demo.${name}`, "--name", "Ada", "--json");
    expect(done).toMatchObject({ code: 0, stdout: '{"text":"Hello, Ada!"}\n', stderr: "" });
    // Its classes are the same as ours: an error keeps its code.
    const failed = await run("call", `demo.${name}`, "--name=", "--json");
    expect(failed.stderr).toContain('"code":"VALIDATION_ERROR","message":"nobody is there"');
  });

  it("says exactly what to type to install a missing package", async () => {
    const { stdout } = await run("check", "--config", "bus.json");
    expect(stdout).toContain("npm install -g ioredis");
  });

  it("refuses a config that needs a missing package in the same words, by check and by serve", async () => {
    await writeFile(join(workspace.folder, "code.json"), JSON.stringify({ codeMode: true, serve: { port: 0 } }));
    const checked = await run("check", "--config", "code.json");
    expect(checked.stderr).toMatch(/code\.json:1:\d+: codeMode: .*npm install -g /);
    const served = await run("serve", "--config", "code.json");
    expect([served.code, served.stderr]).toEqual([checked.code, checked.stderr]);
    expect(served.code).not.toBe(0);
  });
});
