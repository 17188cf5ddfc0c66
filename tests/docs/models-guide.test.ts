/** The programs of the guide "Give it to a model" compile and run on the real SDKs, with a scripted model behind each. */
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { isLeftOut } from "../support/left-out.ts";
import { projectRoot, runJavaScript, runProgram } from "../support/run-program.ts";
import { startScriptedModel } from "../tools/scripted-model.ts";
import type { ScriptedModel } from "../tools/scripted-model.ts";

/** Inside the project, so that the package's own name resolves to its build. */
const folder = join(projectRoot, ".cache", "tools-guide");
const guide = await readFile(join(projectRoot, "docs/guide/models.md"), "utf8");
const programs = new Map(
  Array.from(guide.matchAll(/^```ts (\S+)\n(.*?)^```$/gms), ([, name = "", text = ""]) => [name, text]),
);

const order = { name: "shop_order", arguments: { article: "bear", count: 2 } };
const scripts = {
  openai: { ...order, arguments: { ...order.arguments, wrapping: null } },
  "openai-chat": order,
  anthropic: order,
  gemini: order,
  "ai-sdk": order,
};

let model: ScriptedModel | undefined;

afterEach(async () => {
  await model?.close();
  model = undefined;
});

describe.skipIf(isLeftOut("model-sdks"))("the programs of the guide", () => {
  beforeAll(async () => {
    await ensureSubPackage("tests/tools");
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await symlink(join(projectRoot, "tests/tools/node_modules"), join(folder, "node_modules"));
    for (const [name, text] of programs) await writeFile(join(folder, `${name}.ts`), text);
    await writeFile(
      join(folder, "tsconfig.json"),
      JSON.stringify({ extends: "../../tsconfig.json", include: ["*.ts"], exclude: [] }),
    );
    const entryPoints = Array.from(programs.keys(), (name) => join(folder, `${name}.ts`));
    await build({ entryPoints, outdir: folder, bundle: true, packages: "external", format: "esm", target: "node20" });
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([".cache/tools-guide", "tests/tools/programs"])("compile: %s", async (project) => {
    const { code, stdout } = await runProgram("tsc", ["--noEmit", "-p", join(projectRoot, project)]);
    expect(stdout).toBe("");
    expect(code).toBe(0);
  });

  it.each(Object.entries(scripts))("run: %s", async (name, script) => {
    model = await startScriptedModel(script);
    const env = {
      ...process.env,
      OPENAI_API_KEY: "none",
      OPENAI_BASE_URL: model.url,
      ANTHROPIC_API_KEY: "none",
      ANTHROPIC_BASE_URL: model.url,
      GEMINI_API_KEY: "none",
      GOOGLE_GEMINI_BASE_URL: model.url,
    };
    const { code, stdout, stderr } = await runJavaScript(join(folder, `${name}.js`), [], { env });
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(stdout.split("\n").slice(0, -1).toSorted()).toEqual(expectedLines(programs.get(name) ?? ""));
    expect(model.requests.length).toBeGreaterThan(1);
  });
});

function expectedLines(program: string): string[] {
  return Array.from(program.matchAll(/console\.log\(.*\/\/ => (.*)$/gm), (match) => match[1] as string).toSorted();
}
