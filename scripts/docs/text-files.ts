/** The documentation as text for programs and models (llmstxt.org): an index, all of it in one file, and each page. */
import type { Contents } from "./contents.ts";

/** The files by name, relative to the address that serves them. */
export function textFiles({ name, about, parts }: Contents): Map<string, string> {
  const pages = parts.flatMap((part) => part.pages);
  const index = parts.map((part) => {
    const lines = part.pages.map((page) => `- [${page.title}](${page.file}): ${page.about}`);
    return `## ${part.title}\n\n${lines.join("\n")}\n`;
  });
  return new Map([
    ["llms.txt", `# ${name}\n\n> ${about}\n\n${index.join("\n")}`],
    ["llms-full.txt", pages.map(({ file, text }) => `<!-- ${file} -->\n\n${text.trim()}\n`).join("\n")],
    ...pages.map(({ file, text }) => [file, text] as const),
  ]);
}
