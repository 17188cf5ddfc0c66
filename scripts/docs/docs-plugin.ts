/** The documentation beside the explorer's page, so that a hub shows it without a network: as text, with its pictures. */
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { Plugin } from "vite";
import { readMarkdown } from "../../explorer/src/data/markdown.ts";
import { repositoryFile } from "../../explorer/src/docs/doc-address.ts";
import type { DocContents } from "../../explorer/src/docs/doc-library.ts";
import { root } from "../run-command.ts";
import { readContents } from "./contents.ts";
import { textFiles } from "./text-files.ts";

/** The file with everything would contain all of it twice. */
const LEFT_OUT = "llms-full.txt";

export function docsPlugin(): Plugin {
  return {
    name: "documentation",
    generateBundle() {
      for (const [name, source] of docFiles()) this.emitFile({ type: "asset", fileName: `docs/${name}`, source });
    },
  };
}

/** What the explorer has below its `docs/`. */
export function docFiles(): Map<string, string | Uint8Array> {
  const contents = readContents();
  const files = new Map<string, string | Uint8Array>(textFiles(contents));
  files.delete(LEFT_OUT);
  files.set("contents.json", JSON.stringify(listed(contents)));
  // Linked pages have links too, so the map grows during this loop.
  for (const [name, text] of files) {
    if (!name.endsWith(".md") || typeof text !== "string") continue;
    for (const target of linkedFiles(text, name)) {
      if (target === "docs/README.md") continue;
      const to = target.startsWith("docs/") ? target.slice("docs/".length) : repositoryFile(target);
      if (!files.has(to)) files.set(to, contentOf(target));
    }
  }
  return files;
}

/** The files of the repository that a page below `docs/` links to. */
function linkedFiles(text: string, page: string): string[] {
  const links: string[] = [];
  const collect = (href: string): undefined => void links.push(href);
  readMarkdown(text, { linkTo: collect, pictureAt: collect });
  return links
    .filter((href) => !/^(?:[a-z]+:|#)/i.test(href))
    .map((href) => posix.normalize(posix.join("docs", posix.dirname(page), href.replace(/#.*$/, ""))));
}

function contentOf(name: string): string | Uint8Array {
  const path = join(root, name);
  return name.endsWith(".png") ? readFileSync(path) : readFileSync(path, "utf8");
}

function listed({ name, about, parts }: ReturnType<typeof readContents>): DocContents {
  return {
    name,
    about,
    parts: parts.map((part) => ({
      title: part.title,
      about: part.about,
      pages: part.pages.map((page) => ({
        page: page.file.replace(/\.md$/, ""),
        title: page.title,
        about: page.about,
      })),
    })),
  };
}
