import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type * as Package from "../../src/entries/index.ts";
import { makeTempFolder } from "../support/temp-folder.ts";

const folder = makeTempFolder("large-yaml");
const built = new URL("../../dist/index.js", import.meta.url).href;

afterAll(() => rm(folder, { recursive: true }));

function largeDocument(): string {
  const paths = Array.from({ length: 2_000 }, (_, index) => {
    return `  /things/${index}:\n    get:\n      operationId: get${index}\n      responses: { 204: { description: Done } }\n`;
  });
  return `openapi: 3.1.0\ninfo: { title: Large, version: "1" }\npaths:\n${paths.join("")}`;
}

describe("when the built package loads a large YAML document", () => {
  it("parses it in a worker, which it finds wherever the package is, and leaves no worker behind", async () => {
    const { FromOpenAPIFile } = (await import(built)) as typeof Package;
    const file = join(folder, "large.yaml");
    await writeFile(file, largeDocument());
    const ends: Promise<unknown>[] = [];
    const watch = (worker: NodeJS.EventEmitter): unknown =>
      ends.push(new Promise((resolve) => worker.once("exit", resolve)));
    process.on("worker", watch);
    try {
      const operations = await FromOpenAPIFile(file, { namespace: "large", baseUrl: "https://large.example" });
      expect(operations).toHaveLength(2_000);
    } finally {
      process.off("worker", watch);
    }
    expect(ends).toHaveLength(1);
    await Promise.all(ends);
  });
});
