/** What an entry imports when it loads. Functions load the rest when they need it (ADR 54). */
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { measure } from "../../bench/bundle-size.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

async function loadedAtStart(entry: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: "out",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    metafile: true,
    write: false,
    logLevel: "error",
    packages: "external",
  });
  const found = new Set([entry]);
  // A loop over a set also visits what the loop adds.
  for (const file of found) {
    for (const { path, kind, external } of metafile.inputs[file]?.imports ?? []) {
      if (external !== true && kind === "import-statement") found.add(path);
    }
  }
  return [...found];
}

describe("at the start of a program", () => {
  test("the main entry loads neither documents, YAML, logins, requests, pages nor the guard of connections", async () => {
    const files = await loadedAtStart("src/entries/index.ts");
    expect(files).toContain("src/sources/openapi/import-openapi.ts");
    const later =
      /openapi\/document\/(load|parse|read|yaml|fetch)|openapi\/(request|response|send)\/|next-page|sources\/login\/(?!oauth-config)|shared\/(address|guarded)/;
    expect(files.filter((file) => later.test(file))).toEqual([]);
  });

  test("the hub's entry, which every command loads, loads no server, no MCP client, no search, no sandbox and no vault", async () => {
    const files = await loadedAtStart("src/entries/hub.ts");
    expect(files).toContain("src/hub/sources/open-sources.ts");
    const later =
      /src\/serve\/(http|mcp|websocket)\/|src\/sources\/mcp\/|src\/code\/(run-code|sandbox)|src\/search\/(?!parameter-texts)|src\/lock\/compare\/|src\/vault\/(vault|seal|file-store)\.ts/;
    expect(files.filter((file) => later.test(file))).toEqual([]);
  });

  test("a call from the command line loads no code that measures text", async () => {
    const files = await loadedAtStart("src/cli/commands/call.ts");
    expect(files.filter((file) => /terminal\/(paragraph|table|fit-text)/.test(file))).toEqual([]);
  });
});

test("a page that only registers and calls contains no code that loads later, even as a single bundled file", async () => {
  const page = 'export { CallError, OperationRegistry, defineOperation, subscribe } from "./src/entries/index.ts";';
  const { atStart } = await measure(page, { external: ["typebox", "typebox/*"], splitting: false });
  // 40,300, as long as the code that runs patterns from outside comes only with the sources that need it.
  expect(atStart).toBeLessThan(45_000);
});
