import { defineConfig } from "vite";

/** Browsers that know `light-dark()`, nesting and `field-sizing` (which may be missing: it only grows text areas). */
const browsers = ["chrome123", "firefox128", "safari17.5"];

export default defineConfig({
  base: "/explorer/",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../dist/explorer",
    emptyOutDir: true,
    target: browsers,
    cssTarget: browsers,
    // Inlined assets and the preload polyfill would be inline code and data, which the page's policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
