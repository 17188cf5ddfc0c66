import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { isLeftOut } from "../support/left-out.ts";
import { findExternalImports, packageNameOf } from "../support/module-graph.ts";
import { type PageServer, startPageServer } from "./page-server.ts";
import { type PageOutcome, launchBrowser, runInBrowser } from "./run-in-browser.ts";
import { type CommandLineRuntime, runOnCommandLine } from "./run-on-command-line.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** A variable may name the folder of another build. */
const dist = process.env["OPERATIONS_DIST"] ?? join(repository, "dist");

const expected = {
  envelope: { recognised: true, impostor: false, source: "local", data: { total: 3 } },
  nested: { total: 6 },
  stream: { items: [{ n: 1 }, { n: 2 }, { n: 3 }], done: true, ended: 1 },
  refused: { error: "CallError", code: "VALIDATION_ERROR" },
  late: { error: "CallError", code: "TIMEOUT" },
  unknown: { error: "CallError", code: "OPERATION_NOT_FOUND" },
  fromJsonSchema: {
    greeting: { text: "Hello, Ada" },
    refused: { error: "CallError", code: "VALIDATION_ERROR" },
  },
};

describe("when the main entry is imported", () => {
  it("needs no built-in module of Node, and no undeclared package", async () => {
    const manifest = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as {
      dependencies: Record<string, string>;
    };
    const imported = (await findExternalImports(join(dist, "index.js"))).map(({ specifier }) => specifier);
    const undeclared = imported.filter((specifier) => !Object.hasOwn(manifest.dependencies, packageNameOf(specifier)));
    expect(undeclared).toEqual([]);
  });
});

const newerNode: CommandLineRuntime[] = process.platform === "linux" ? ["newer node"] : [];
const commandLineRuntimes: CommandLineRuntime[] = isLeftOut("runtimes")
  ? ["node"]
  : ["node", ...newerNode, "bun", "deno"];

describe("when it runs on the command line", () => {
  beforeAll(async () => {
    if (!isLeftOut("runtimes")) await ensureSubPackage("tests/runtimes");
  });

  it.each(commandLineRuntimes)("produces the same results on %s", async (runtime) => {
    expect(await runOnCommandLine(runtime, dist)).toEqual(expected);
  });
});

describe.skipIf(isLeftOut("runtimes") || isLeftOut("chromium"))("when it runs in a browser", () => {
  let server: PageServer | undefined;
  let browser: Browser | undefined;

  beforeAll(async () => {
    await ensureSubPackage("tests/runtimes");
    server = await startPageServer(dist);
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  async function outcomeOf(page: "evalUrl" | "strictUrl"): Promise<PageOutcome> {
    if (browser === undefined || server === undefined) throw new Error("the browser did not start");
    return await runInBrowser(browser, server[page]);
  }

  it("produces the same results if code may be generated", async () => {
    expect(await outcomeOf("evalUrl")).toEqual({ result: expected, codeGeneration: true });
  });

  it("produces the same results under a content security policy without unsafe-eval", async () => {
    expect(await outcomeOf("strictUrl")).toEqual({ result: expected, codeGeneration: false });
  });
});
