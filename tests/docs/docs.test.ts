/**
 * Every `ts` sample in the docs compiles and runs against the built package. The samples of one page are one program,
 * in the order of the page; text` tells what it prints. => a line `console.log(x); // => text` says what it prints. =>
 * text` tells what it prints.
 */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot, runJavaScript, runProgram } from "../support/run-program.ts";

/** Inside the project, so that the package's own name resolves to its build. */
const folder = join(projectRoot, ".cache", "docs");

const pages = ["README.md", ...(await markdownIn("docs/guide")), ...(await markdownIn("docs/reference"))];

async function markdownIn(directory: string): Promise<string[]> {
  const names = await readdir(join(projectRoot, directory));
  return names.filter((name) => name.endsWith(".md")).map((name) => `${directory}/${name}`);
}

async function programOf(page: string): Promise<string> {
  const text = await readFile(join(projectRoot, page), "utf8");
  const samples = Array.from(text.matchAll(/^```ts\n(.*?)^```$/gms), (match) => match[1]);
  return `${samples.join("\n")}\nexport {};\n`;
}

const expectedLines = (program: string): string[] =>
  Array.from(program.matchAll(/console\.log\(.*\/\/ => (.*)$/gm), (match) => match[1] as string);

const fileOf = (page: string): string => join(folder, `${page.replaceAll(/[/.]/g, "-")}.ts`);

describe("the samples in the docs", () => {
  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    for (const page of pages) await writeFile(fileOf(page), await programOf(page));
    const tsconfig = {
      extends: "../../tsconfig.json",
      // The flags of a careful user. The project's own flags are stricter.
      compilerOptions: { noPropertyAccessFromIndexSignature: false, noUnusedLocals: false, noUnusedParameters: false },
      include: ["*.ts"],
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
    await build({ entryPoints: pages.map(fileOf), outdir: folder, format: "esm", target: "node20" });
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("compile", async () => {
    const { code, stdout } = await runProgram("tsc", ["--noEmit", "-p", folder]);
    expect(stdout).toBe("");
    expect(code).toBe(0);
  });

  it.each(pages)("print what %s says", async (page) => {
    const expected = expectedLines(await readFile(fileOf(page), "utf8"));
    const { code, stdout, stderr } = await runJavaScript(fileOf(page).replace(/\.ts$/, ".js"));
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(stdout.split("\n").slice(0, -1)).toEqual(expected);
  });
});

describe("docs/errors.md", () => {
  it("matches the table of error codes", async () => {
    const { code, stderr } = await runProgram("tsx", ["scripts/errors-doc.ts", "--check"]);
    expect(stderr).toBe("");
    expect(code).toBe(0);
  });
});
