import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { pinnedExports } from "./pinned-exports.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));

type Exports = Record<string, { default: string } | string>;

let published: Exports;

beforeAll(async () => {
  const manifest = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as { exports: Exports };
  published = manifest.exports;
});

/** The built module behind a published path. */
async function importBuilt(subPath: string): Promise<Record<string, unknown>> {
  const target = published[subPath];
  const file = typeof target === "object" ? target.default : String(target);
  return (await import(pathToFileURL(join(repository, file)).href)) as Record<string, unknown>;
}

describe("when the published entries are listed", () => {
  it("has pinned exports for each of them", () => {
    const entries = Object.keys(published).filter((subPath) => !subPath.endsWith(".json"));
    expect(entries.sort()).toEqual(Object.keys(pinnedExports).sort());
  });
});

describe.each(Object.entries(pinnedExports))("when %s is imported", (subPath, pinned) => {
  it("exports exactly the pinned names", async () => {
    expect(Object.keys(await importBuilt(subPath)).sort()).toEqual(pinned);
  });

  it("has each function and class under its own name", async () => {
    const functions = Object.entries(await importBuilt(subPath)).filter(([, value]) => typeof value === "function");
    const names = functions.map(([, value]) => (value as { name: string }).name);
    expect(names).toEqual(functions.map(([name]) => name));
  });
});
