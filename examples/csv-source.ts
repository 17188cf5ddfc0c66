/**
 * A custom source: each CSV file in a folder is an operation. This opens it in a program and through a hub's config,
 * adds a file, and shows that both follow. Exits non-zero if anything goes wrong.
 */
import assert from "node:assert/strict";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { loadConfig, openSources } from "../src/entries/hub.ts";
import { openSource, OperationRegistry } from "../src/entries/index.ts";
import csvSource from "./csv/csv-source.ts";

const folder = await mkdtemp(join(tmpdir(), "operations-csv-"));
await cp(fileURLToPath(new URL("csv/tables", import.meta.url)), folder, { recursive: true });

const registry = new OperationRegistry();
const tables = await openSource(csvSource, { folder }, { registry, name: "tables" });
const { config, ...loaded } = await loadConfig(fileURLToPath(new URL("csv/operations.config.json", import.meta.url)));
const source = { use: "./csv-source.ts", folder, scopes: ["tables:read"] };
const hub = await openSources({ ...loaded, config: { ...config, sources: { tables: source } } });
try {
  await hub.ready;
  for (const each of [registry, hub.registry]) {
    const { data } = await each.execute("tables.cities", { country: "Norway" });
    assert.deepEqual(data, [
      { city: "Oslo", country: "Norway" },
      { city: "Bergen", country: "Norway" },
    ]);
  }
  // The hub applies its rules to this source as to every other.
  assert.deepEqual(hub.registry.getSpec("tables.cities")?.accessControl.requiredScopes, ["tables:read"]);
  console.log("called tables.cities, in a program and in a hub");

  await writeFile(join(folder, "rivers.csv"), "river,km\nGlomma,621\n");
  await writeFile(join(folder, "broken.csv"), "a,b\n1\n");
  const isThere = (): boolean => registry.has("tables.rivers") && hub.registry.has("tables.rivers");
  const isReported = (): boolean => hub.statuses()[0]?.report?.counts.quarantined === 1;
  for (const end = Date.now() + 20_000; !(isThere() && isReported()); await sleep(10)) assert(Date.now() < end, "late");
  assert.deepEqual(hub.statuses()[0]?.report?.quarantined, [
    { id: "broken.csv", reason: "line 2 has 1 cells, expected 2" },
  ]);
  assert.deepEqual((await registry.execute("tables.rivers", {})).data, [{ river: "Glomma", km: "621" }]);
  console.log("a new file is a new operation, and a broken one is in the report");
} finally {
  await Promise.all([tables.close(), hub.close({ graceMs: 0 })]);
  await rm(folder, { recursive: true });
}
assert.deepEqual(registry.list(), []);
console.log("closed: the registry is empty");
