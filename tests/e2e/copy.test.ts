/** Copies a call in each format, pastes it where it belongs and runs it. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtCLI } from "../cli/support/build-cli.ts";
import { isLeftOut } from "../support/left-out.ts";
import { manyOperations } from "./support/demo-operations.ts";
import { adminKey } from "./support/explorer-server.ts";
import { typeJSON, useExplorer } from "./support/use-explorer.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const formats = ["curl", "TypeScript", ...(isLeftOut("python") ? [] : ["Python"]), "CLI", "MCP"];
const tsx = join(root, "node_modules/.bin/tsx");

describe.skipIf(isLeftOut("chromium"))("a copied call", () => {
  const explorer = useExplorer();
  let folder: string;

  beforeAll(async () => {
    // Inside the repository, so that the program finds the packages it imports.
    await mkdir(join(root, "test-artefacts"), { recursive: true });
    folder = await mkdtemp(join(root, "test-artefacts/copied-"));
    const command = `#!/bin/sh\nexec "${process.execPath}" "${await builtCLI()}" "$@"\n`;
    await writeFile(join(folder, "operations"), command, { mode: 0o755 });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const copied = async (page: Page, format: string): Promise<string> => {
    await page.getByRole("button", { name: "Copy as" }).click();
    await page.getByRole("tab", { name: format }).click();
    const text = await page.getByLabel(`The call as ${format}`).innerText();
    await page.keyboard.press("Escape");
    return text;
  };
  const paste = async (format: string, text: string): Promise<string> => {
    const env = { ...process.env, OPERATIONS_KEY: adminKey, PATH: `${folder}:${process.env["PATH"] ?? ""}` };
    const options = { env, cwd: folder, timeout: 60_000 };
    if (format === "TypeScript") {
      await writeFile(join(folder, "call.mts"), text);
      return (await run(tsx, ["call.mts"], options)).stdout;
    }
    if (format === "Python") return (await run(process.env["PYTHON_PATH"] ?? "python3", ["-c", text], options)).stdout;
    return (await run("sh", ["-c", text.replaceAll("curl ", "curl --silent ")], options)).stdout;
  };

  test.each(formats)("as %s does the same", async (format) => {
    const { page, server } = await explorer.visit({ route: "/operations/tasks.create" });
    const input = { title: `it's "${format}" $HOME \\ ü`, priority: "low" };
    await typeJSON(page, JSON.stringify(input));
    expect(await paste(format, await copied(page, format))).toContain("task-1");
    expect(server.log.created).toEqual([input]);
  });

  test.each(formats)("as %s follows a stream to its end", async (format) => {
    const { page } = await explorer.visit({ route: "/operations/clock.ticks" });
    await typeJSON(page, '{"every": 1, "count": 3}');
    expect(await paste(format, await copied(page, format))).toMatch(/tick\W+3/);
  });

  test("as MCP finds its operation among many", async () => {
    const { page } = await explorer.visit({
      route: "/operations/service1.group1.operation1",
      operations: manyOperations(100),
    });
    await typeJSON(page, '{"id": 4711}');
    expect(await paste("MCP", await copied(page, "MCP"))).toContain("4711");
  });
});
