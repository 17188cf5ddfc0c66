import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { loadConfig } from "../../entries/hub.ts";
import { configTemplate } from "./config-template.ts";

it("shows examples that work when their # is removed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "operations-template-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "operations.config.yaml");
  // Prose has one space after its #.
  await writeFile(file, configTemplate("yaml", "schema.json").replaceAll(/^#(?! \S)/gm, ""));
  const env = { SEARCH_TOKEN: "search", PETSTORE_TOKEN: "pets", ADA_KEY: "a".repeat(16) };
  const { config } = await loadConfig(file, { env });
  expect(Object.keys(config.mcpServers ?? {})).toEqual(["files", "search"]);
  expect(Object.keys(config.openapi ?? {})).toEqual(["petstore"]);
  expect(config.serve?.keys).toHaveLength(1);
});
