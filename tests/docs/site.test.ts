/** The documentation as a site and as text, as `npm run docs` builds them. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { readContents } from "../../scripts/docs/contents.ts";
import { textFiles } from "../../scripts/docs/text-files.ts";
import { isLeftOut } from "../support/left-out.ts";
import { projectRoot, runProgram } from "../support/run-program.ts";

const contents = readContents();
const pages = contents.parts.flatMap((part) => part.pages);

describe("the contents of the documentation", () => {
  it("name every page for users once", async () => {
    const inFolder = async (folder: string): Promise<string[]> =>
      (await readdir(join(projectRoot, "docs", folder))).filter((name) => name.endsWith(".md"));
    const guides = (await inFolder("guide")).map((name) => `guide/${name}`);
    const reference = (await inFolder("reference")).map((name) => `reference/${name}`);
    // Pages for contributors, and the list itself.
    const others = (await inFolder(".")).filter((name) => name !== "releasing.md" && name !== "README.md");
    expect(pages.map(({ file }) => file).sort()).toEqual([...guides, ...reference, ...others].sort());
  });

  it("have titles that differ", () => {
    const titles = pages.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

describe("the documentation as text", () => {
  const files = textFiles(contents);

  it("has an index for models, with a link to each existing page", () => {
    const links = Array.from((files.get("llms.txt") ?? "").matchAll(/\]\(([^)]+)\)/g), ([, link = ""]) => link);
    expect(links).toEqual(pages.map(({ file }) => file));
    for (const link of links) expect(files.get(link)).toMatch(/^# /m);
  });

  it("has everything in one file", () => {
    for (const { text } of pages) expect(files.get("llms-full.txt")).toContain(text.trim());
  });
});

describe.skipIf(isLeftOut("docs-site"))("the site", () => {
  const read = (name: string): Promise<string> => readFile(join(projectRoot, "docs/site/dist", name), "utf8");
  beforeAll(async () => {
    // VitePress itself refuses links to missing pages.
    const { code, stderr } = await runProgram("tsx", ["scripts/docs/build-site.ts"]);
    expect([code, code === 0 ? "" : stderr]).toEqual([0, ""]);
  }, 300_000);

  it("has each page, with links to all others", async () => {
    const links = pages.map(({ file }) => `href="/${file.replace(/\.md$/, "")}"`);
    for (const { file } of pages) {
      const html = await read(file.replace(/\.md$/, ".html"));
      expect([file, links.filter((link) => !html.includes(link))]).toEqual([file, []]);
    }
  });

  it("has the files of the repository that pages link to", async () => {
    const html = await read("guide/deployment.html");
    expect(html).toContain('href="/deploy/Dockerfile"');
    expect(await read("deploy/Dockerfile")).toBe(await readFile(join(projectRoot, "deploy/Dockerfile"), "utf8"));
  });

  it("needs no other server", async () => {
    for (const { file } of pages) {
      const html = await read(file.replace(/\.md$/, ".html"));
      const loaded = Array.from(
        html.matchAll(/<(?:script|link|img)[^>]+(?:src|href)="([^"]+)"/g),
        ([, url = ""]) => url,
      );
      expect(loaded.filter((url) => !url.startsWith("/"))).toEqual([]);
    }
  });
});
