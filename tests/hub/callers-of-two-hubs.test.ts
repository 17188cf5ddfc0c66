/** The caller at one hub is the caller at the other: from config files, over WebSocket. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadConfig } from "../../src/entries/hub.ts";
import type { HubConfig } from "../../src/entries/hub.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { until } from "../support/until.ts";
import { SECRET, testHubs } from "./test-hubs.ts";
import type { TestHub } from "./test-hubs.ts";

const startHub = testHubs();
const stock = fileURLToPath(new URL("operations/stock.js", import.meta.url));
const [ADA, EVE, CLOUD, OWNER] = ["ada", "eve", "cloud", "owner"].map((id) => `the-key-of-${id}-for-tests`) as [
  string,
  string,
  string,
  string,
];

const officeConfig = `
local: { modules: ["${stock}"] }
audit: { file: "\${FOLDER}/audit.jsonl" }
serve:
  identitySecret: \${SECRET}
  keys:
    - { id: office, key: "\${OWNER}", scopes: ["*"] }
    - { id: cloud, key: "\${CLOUD}", scopes: [operations:call, operations:delegate, stock:read] }
`;
const cloudConfig = `
remotes:
  office: { type: hub, url: "\${OFFICE}", token: "\${CLOUD}", identitySecret: "\${SECRET}" }
serve:
  keys:
    - { id: ada, key: "\${ADA}", scopes: [operations:call, stock:read] }
    - { id: eve, key: "\${EVE}", scopes: [operations:call] }
    - { id: owner, key: "\${OWNER}", scopes: ["*"] }
`;

let folder: string;
beforeEach(() => {
  folder = makeTempFolder("callers");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function load(text: string, more: Record<string, string> = {}): Promise<HubConfig> {
  const file = join(folder, "operations.config.yaml");
  await writeFile(file, text);
  const env = { FOLDER: folder, SECRET, ADA, EVE, CLOUD, OWNER, ...more };
  return (await loadConfig(file, { env })).config;
}

interface Two {
  readonly office: TestHub;
  readonly cloud: TestHub;
}

async function startTwo(ofOffice = officeConfig, ofCloud = cloudConfig): Promise<Two> {
  const office = await startHub(await load(ofOffice));
  const cloud = await startHub(await load(ofCloud, { OFFICE: office.endpoints.http }));
  await until(() => cloud.registry.has("stock.total"));
  return { office, cloud };
}

interface Written {
  readonly identity: string | null;
  readonly operation: string;
  readonly outcome: string;
}

/** The office's audit so far: who, what, and the outcome. */
async function audit(): Promise<string[]> {
  const lines = (await readFile(join(folder, "audit.jsonl"), "utf8")).split("\n").filter(Boolean);
  return lines.map((line) => {
    const { identity, operation, outcome } = JSON.parse(line) as Written;
    return `${identity} ${operation} ${outcome}`;
  });
}

const answerOf = async (answer: Response): Promise<unknown> => [answer.status, await answer.json()];

describe("when a hub calls another on behalf of its callers", () => {
  it("lets them do there what their own rights allow, and the other hub's audit names them", async () => {
    const { cloud } = await startTwo();
    const asAda = { key: ADA };
    const asEve = { key: EVE };
    expect(await answerOf(await cloud.call("/stock/list", {}, asAda))).toEqual([200, { items: ["tea"], for: "ada" }]);
    expect(await answerOf(await cloud.call("/stock/total", {}, asAda))).toEqual([200, 1]);
    // This hub knows the operation's own rule, but not the rules of the operations that it calls there.
    expect((await cloud.call("/stock/list", {}, asEve)).status).toBe(403);
    expect(await answerOf(await cloud.call("/stock/total", {}, asEve))).toEqual([
      403,
      expect.objectContaining({ code: "ACCESS_DENIED" }),
    ]);
    expect(await answerOf(await cloud.call("/stock/total", {}, { key: OWNER }))).toEqual([200, 1]);
    await until(async () => (await audit()).length >= 7);
    expect((await audit()).sort()).toEqual([
      "ada stock.list OK",
      "ada stock.list OK",
      "ada stock.total OK",
      "eve stock.list ACCESS_DENIED",
      "eve stock.total ACCESS_DENIED",
      "owner stock.list OK",
      "owner stock.total OK",
    ]);
  });

  it("passes on aborts and deadlines", async () => {
    const { cloud, office } = await startTwo();
    const seen = async (): Promise<{ waiting: string[]; aborted: string[] }> =>
      (await (await office.call("/stock/state")).json()) as { waiting: string[]; aborted: string[] };
    const leaving = new AbortController();
    const left = cloud.call("/stock/wait", {}, { key: EVE, signal: leaving.signal }).catch(() => "left");
    await until(async () => (await seen()).waiting.includes("eve"));
    leaving.abort();
    expect(await left).toBe("left");
    await until(async () => (await seen()).aborted.includes("eve: ABORTED"));
    // The handler must start before the deadline, which takes a longer one on a busy machine.
    for (let ms = 500; !(await seen()).waiting.includes("ada"); ms *= 2) {
      const late = await cloud.call("/stock/wait", {}, { key: ADA, headers: { "operation-timeout-ms": String(ms) } });
      expect(late.status).toBe(504);
    }
    await until(async () => (await seen()).aborted.some((line) => line.startsWith("ada: ")));
  });
});

describe("when the other hub does not trust it", () => {
  const total = async ({ cloud }: Two): Promise<unknown> => {
    const [status, body] = (await answerOf(await cloud.call("/stock/total", {}, { key: ADA }))) as [
      number,
      { detail?: string },
    ];
    return status === 200 ? status : `${status} ${body.detail}`;
  };

  it("refuses calls of a key that may not act for others, until it may", async () => {
    const plain = officeConfig.replace("operations:delegate, ", "");
    const two = await startTwo(plain);
    expect(await total(two)).toBe(
      "403 cloud may not call on behalf of others: it needs the scope operations:delegate.",
    );
    await two.office.reload({ config: await load(officeConfig) });
    await until(async () => (await total(two)) === 200);
  });

  it("refuses tokens that it cannot verify, until both hubs take a new secret without a restart", async () => {
    const two = await startTwo(officeConfig.replace("identitySecret: ${SECRET}", ""));
    expect(await total(two)).toMatch(/^401 .*verifies no tokens.*serve\.identitySecret/);
    await two.office.reload({ config: await load(officeConfig) });
    expect(await total(two)).toBe(200);
    await two.office.reload({ config: await load(officeConfig, { SECRET: `${SECRET}, another` }) });
    expect(await total(two)).toBe("401 The token of the call is not valid.");
    const env = { OFFICE: two.office.endpoints.http, SECRET: `${SECRET}, another` };
    await two.cloud.reload({ config: await load(cloudConfig, env) });
    await until(async () => (await total(two)) === 200);
  });
});
