/** Keys of callers, added, rotated and revoked while a hub runs. Exits non-zero if anything goes wrong. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openKeys, startHub } from "../src/entries/hub.ts";

const folder = await mkdtemp(join(tmpdir(), "operations-keys-"));
const loaded = { folder, config: { log: { level: "silent" as const }, serve: { keysFile: "keys.json" } } };
const hub = await startHub(loaded, { port: 0, stateFolder: folder });
const keys = openKeys(loaded);

/** The hub notices a change of the file within a moment. */
async function answers(key: string, status: number): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  for (let tries = 0; tries < 200; tries++) {
    if ((await fetch(`${hub.endpoints.http}/~/session`, { headers })).status === status) return;
    await wait(50);
  }
  assert.fail(`the hub does not answer ${status}`);
}

try {
  const first = await keys.add({ holder: "ci", scopes: ["deploy"], note: "the pipeline" });
  await answers(first.key, 200);

  const second = await keys.rotate("ci", { graceMs: 60_000 });
  await answers(second.key, 200);
  await answers(first.key, 200);

  await keys.revoke(first.id);
  await answers(first.key, 401);
  await answers(second.key, 200);
  console.log((await keys.list()).map(({ holder, state, note }) => `${holder}: ${state}, ${note}`).join("\n"));
} finally {
  await hub.close({ graceMs: 0 });
  await rm(folder, { recursive: true, force: true });
}
