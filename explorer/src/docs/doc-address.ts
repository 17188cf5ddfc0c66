/** Where the pages of the documentation are. They are named by their files below `docs/`, without `.md`. */

/** The pages are below it as Markdown. The same addresses without `.md` show them. */
export const DOCS_PATH = "/explorer/docs/";

/** Links of the explorer open the documentation in one tab, beside what the user is working on. */
export const DOCS_TAB = "operations-docs";

/** The pages that other parts of the explorer link to. */
export const DOC_PAGES = {
  approvals: "guide/approvals",
  codeMode: "guide/code-mode",
  errors: "errors",
  explorer: "guide/explorer",
  hosts: "guide/hosts",
  keys: "guide/keys",
  lock: "guide/lock",
  logins: "guide/logins",
  mcp: "guide/mcp-client",
  openapi: "guide/openapi",
  operations: "guide/operations",
  sources: "guide/sources",
  spokes: "guide/hub-and-spoke",
  writeASource: "guide/write-a-source",
} as const;

export type DocName = keyof typeof DOC_PAGES;

/** The address of a page. For `""`, the address of the list of pages. */
export function docAddress(page: string, anchor = ""): string {
  return `${DOCS_PATH}${page}${anchor === "" ? "" : `#${anchor}`}`;
}

/** The page at an address: `""` for the list of pages, undefined outside the documentation. */
export function docPageAt(pathname: string): string | undefined {
  if (`${pathname}/` === DOCS_PATH) return "";
  return pathname.startsWith(DOCS_PATH) ? pathname.slice(DOCS_PATH.length).replace(/\/$/, "") : undefined;
}

/** Represents the repository: pages name other files relative to themselves. */
const REPOSITORY = "https://repository.invalid/";

/** Where a link of a page leads: to another page, to a file of the repository, or to another server. */
export function resolveDocLink(href: string, page: string): string | undefined {
  if (href.startsWith("#")) return docAddress(page, href.slice(1));
  if (!URL.canParse(href, `${REPOSITORY}docs/${page}.md`)) return undefined;
  const url = new URL(href, `${REPOSITORY}docs/${page}.md`);
  if (url.origin !== new URL(REPOSITORY).origin) return /^https?:$/.test(url.protocol) ? url.href : undefined;
  const file = url.pathname.slice(1);
  if (!file.startsWith("docs/")) return docAddress(repositoryFile(file));
  const name = file.slice("docs/".length);
  if (name === "README.md") return docAddress("");
  return docAddress(name.replace(/\.md$/, ""), url.hash.slice(1));
}

/** The hub serves the repository files that pages link to as text. */
export function repositoryFile(name: string): string {
  return `files/${name}.txt`;
}
