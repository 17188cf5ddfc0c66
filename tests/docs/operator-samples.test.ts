/**
 * The commands of the guide for operators print what the pages say. A block `sh starter` runs in a folder that
 * `operations init` has made, line by line, and the next block is what its lines print. All blocks of a page share the
 * folder. `SAMPLES=write` writes the current output into the pages. Read it before you commit it.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { projectRoot } from "../support/run-program.ts";
import { builtCLI } from "../cli/support/build-cli.ts";

const guide = join(projectRoot, "docs/guide");
/** The commands, the text between the blocks, and what the commands print. */
const SAMPLE = /^```sh starter\n(.*?)^```\n(.*?)^```(?:text)?\n(.*?)^```$/gms;
const pages = await pagesWithSamples();

async function pagesWithSamples(): Promise<Array<[name: string, text: string]>> {
  const names = (await readdir(guide)).filter((name) => name.endsWith(".md"));
  const all = await Promise.all(
    names.map(async (name): Promise<[string, string]> => [name, await readFile(join(guide, name), "utf8")]),
  );
  return all.filter(([, text]) => text.includes("\n```sh starter\n"));
}

const closers: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

describe("the commands of the guide", () => {
  it.each(pages)("print what %s says", async (name, text) => {
    const folder = await openStarter();
    const samples = Array.from(text.matchAll(SAMPLE), ([, commands = "", , output = ""]) => ({ commands, output }));
    expect(samples.length).toBe(text.split("\n```sh starter\n").length - 1);
    const printed: string[] = [];
    for (const { commands } of samples) printed.push(await folder.run(commands));
    const isWriting = process.env["SAMPLES"] === "write";
    if (isWriting) await writeFile(join(guide, name), withOutputs(text, printed));
    const said = isWriting ? printed : samples.map(({ output }) => output);
    expect(masked(printed)).toEqual(masked(said));
  });
});

function withOutputs(text: string, printed: readonly string[]): string {
  let at = 0;
  return text.replaceAll(SAMPLE, (_, commands: string, words: string) => {
    const output = printed[at++] ?? "";
    return `\`\`\`sh starter\n${commands}\`\`\`\n${words}\`\`\`text\n${output}\`\`\``;
  });
}

/** Keys, ids and times differ each time. One id in fifty has no digit, and looks like a word, so the keys name the ids. */
function masked(texts: readonly string[]): string[] {
  const ids = texts.flatMap((text) => Array.from(text.matchAll(/opk_(\w{12})_/g), ([, id]) => id as string));
  return texts.map((text) => maskedText(ids.reduce((known, id) => known.replaceAll(` ${id} `, " ID "), text)));
}

function maskedText(text: string): string {
  return text
    .replaceAll(/opk_\w{12}_[\w-]+/g, "KEY")
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d\.\d+Z)?/g, "TIME")
    .replaceAll(/\b(?=[0-9a-z]*\d)[0-9a-z]{12}\b/g, "ID");
}

interface Starter {
  /** What the commands print. */
  run(commands: string): Promise<string>;
}

async function openStarter(): Promise<Starter> {
  const cli = await builtCLI();
  const home = await mkdtemp(join(tmpdir(), "operations-samples-"));
  closers.push(() => rm(home, { recursive: true, force: true }));
  const folder = join(home, "project");
  await mkdir(folder);
  await writeFile(join(home, "operations"), `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`, { mode: 0o755 });
  const env = { PATH: `${home}:${process.env["PATH"] ?? ""}`, HOME: home, NO_COLOR: "1", LANG: "C.UTF-8" };
  const runLine = async (line: string): Promise<string> => {
    // Run in a shell, because the samples use quotes.
    const child = spawn("sh", ["-c", `exec ${line} 2>&1`], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString("utf8")));
    await once(child, "close");
    return printed.replaceAll(folder, "/home/ada/project");
  };
  await runLine("operations init --yes");
  return {
    async run(commands) {
      let printed = "";
      for (const line of commands.trim().split("\n")) printed += await runLine(line.replace(/\s+#.*$/, ""));
      return printed;
    },
  };
}
