import { defineConfig } from "vitepress";
import { readContents } from "../../../scripts/docs/contents.ts";

const { name, about, parts } = readContents();

export default defineConfig({
  title: name,
  description: about,
  srcDir: "..",
  srcExclude: ["site/**", "releasing.md"],
  rewrites: { "README.md": "index.md", "adr/README.md": "adr/index.md" },
  outDir: "dist",
  cacheDir: ".vitepress/cache",
  cleanUrls: true,
  head: [["link", { rel: "icon", href: "/icon.svg" }]],
  // Files of the repository, which the site has as they are.
  ignoreDeadLinks: [/^\/(?:examples|deploy|bench)\//],
  markdown: {
    config(renderer) {
      // Pages link to them relative to the repository.
      renderer.core.ruler.push("repository-links", ({ tokens }) => {
        for (const { children } of tokens) {
          for (const token of children ?? []) {
            const href = token.attrGet("href");
            if (href?.startsWith("../../") === true) token.attrSet("href", href.replace("../../", "/"));
          }
        }
      });
    },
  },
  vite: { publicDir: "site/public" },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    sidebar: parts.map(({ title, pages }) => ({
      text: title,
      items: pages.map((page) => ({ text: page.title, link: `/${page.file.replace(/\.md$/, "")}` })),
    })),
  },
});
