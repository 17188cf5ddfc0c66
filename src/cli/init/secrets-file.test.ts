import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ignoreSecrets } from "./secrets-file.ts";

describe("the .gitignore beside secrets", () => {
  it.each([
    [undefined, "operations.env\n"],
    ["node_modules", "node_modules\noperations.env\n"],
    ["/operations.env\n", "/operations.env\n"],
    ["*.env\r\nnode_modules\r\n", "*.env\r\nnode_modules\r\n"],
    ["*.env\n!operations.env\n", "*.env\n!operations.env\noperations.env\n"],
  ])("is written or extended, whether or not there is a repository yet: %j", async (before, after) => {
    const folder = await mkdtemp(join(tmpdir(), "operations-secrets-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, ".gitignore");
    if (before !== undefined) await writeFile(file, before);
    expect(await ignoreSecrets(folder)).toBe(after !== before);
    expect(await ignoreSecrets(folder)).toBe(false);
    expect(await readFile(file, "utf8")).toBe(after);
  });
});
