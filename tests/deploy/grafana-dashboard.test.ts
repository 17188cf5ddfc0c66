/** Checks the Grafana dashboard against the metrics of a hub. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHub } from "../../src/hub/start-hub.ts";
import type { RunningHub } from "../../src/hub/running-hub.ts";
import type { HubConfig } from "../../src/hub/config/hub-config.ts";
import { makeAuthority } from "../support/certificates.ts";
import { isLeftOut } from "../support/left-out.ts";
import { projectRoot } from "../support/run-program.ts";
import { makeTempFolder } from "../support/temp-folder.ts";

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: ReadonlyArray<{ readonly expr: string; readonly legendFormat: string }>;
}

const KEY = "a-key-that-is-hard-to-guess";
const METRIC = /\b(?:operations|process)_\w+/g;

/** Each of these has its own metrics. */
const withEverything: HubConfig = {
  mcpServers: {
    slow: {
      command: process.execPath,
      args: [fileURLToPath(new URL("../cli/fixtures/slow-mcp-server.js", import.meta.url))],
      isolation: "caller",
    },
  },
  serve: { keys: [{ id: "ada", key: KEY, scopes: ["*"] }], tls: { cert: "cert.pem", key: "key.pem" } },
  audit: { file: "audit.jsonl" },
  rateLimits: { rules: { all: { calls: 1000, per: "minute" } } },
};

function read(url: URL, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const method = url.pathname === "/metrics" ? "GET" : "POST";
    const asked = request(url, { method, ca, headers: { "x-api-key": KEY } }, (response) => {
      let body = "";
      response.on("data", (chunk) => (body += String(chunk)));
      response.once("end", () => resolve(body));
    });
    asked.once("error", reject);
    asked.end();
  });
}

const text = await readFile(join(projectRoot, "deploy/grafana-dashboard.json"), "utf8");
const { panels, templating } = JSON.parse(text) as {
  panels: Panel[];
  templating: { list: Array<{ name: string; definition?: string }> };
};
/** Queries as Prometheus receives them: Grafana replaces its variables with values. */
const queries = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({
    title,
    legendFormat,
    query: expr.replaceAll("$__rate_interval", "1m").replaceAll(/"\$\w+"/g, '".*"'),
  })),
);

describe("the Grafana dashboard", () => {
  let hub: RunningHub | undefined;
  let folder: string;
  /** The names of metrics, and the labels of each. */
  const measured = new Map<string, Set<string>>();

  beforeAll(async () => {
    folder = makeTempFolder("dashboard");
    const authority = await makeAuthority("Test");
    const { cert, key } = await authority.issue("127.0.0.1");
    await writeFile(join(folder, "cert.pem"), cert);
    await writeFile(join(folder, "key.pem"), key);
    const { endpoints } = (hub = await startHub(
      { folder, config: withEverything },
      { port: 0, logTo: { write: () => undefined }, stateFolder: join(folder, "state"), waitForSources: true },
    ));
    const ask = (path: string): Promise<string> => read(new URL(path, endpoints.http), authority.cert);
    await ask("/slow/work");
    await ask("/slow/nothing");
    for (const line of (await ask("/metrics")).split("\n")) {
      const [, family] = /^# TYPE (\S+)/.exec(line) ?? [];
      if (family !== undefined) measured.set(family, new Set(["job", "instance"]));
      const [, name = "", labels = ""] = /^(\w+)\{(.*)\} /.exec(line) ?? [];
      const known = measured.get(name.replace(/_(?:bucket|sum|count)$/, ""));
      for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) known?.add(label);
    }
  });
  afterAll(async () => {
    await hub?.close({ graceMs: 0 });
    await rm(folder, { recursive: true, force: true });
  });

  it("queries only metrics and labels that a hub has", () => {
    for (const { title, query, legendFormat } of queries) {
      const names = query.match(METRIC) ?? [];
      expect([title, names.length > 0]).toEqual([title, true]);
      const families = names.map((name) => name.replace(/_bucket$/, ""));
      expect([title, families.filter((family) => !measured.has(family))]).toEqual([title, []]);
      const inSelectors = Array.from(query.matchAll(/(\w+)(?:=~|!=|=)"/g), ([, label = ""]) => label);
      const grouped = Array.from(query.matchAll(/by \(([\w, ]+)\)/g), ([, list = ""]) => list.split(", ")).flat();
      const shown = Array.from(legendFormat.matchAll(/\{\{(\w+)\}\}/g), ([, label = ""]) => label);
      const known = new Set(families.flatMap((family) => [...(measured.get(family) ?? [])]));
      // No sample has these yet, because no caller was refused and nothing waited.
      for (const label of ["limit", "outcome", "reason", "interface"]) known.add(label);
      const unknown = [...inSelectors, ...grouped, ...shown].filter((label) => !known.has(label));
      expect([title, unknown]).toEqual([title, []]);
    }
  });

  it("shows each panel once, and none on top of another", () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const taken = new Map<string, string>();
    for (const { title, gridPos } of panels) {
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
        expect(x).toBeLessThan(24);
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(taken.get(`${x},${y}`)).toBeUndefined();
          taken.set(`${x},${y}`, title);
        }
      }
    }
  });

  it("filters every query by job and hub", () => {
    expect(templating.list.map(({ name }) => name)).toEqual(["datasource", "job", "instance"]);
    for (const { title, query } of queries) {
      const selectors = query.match(/\b(?:operations|process)_\w+\{[^}]*\}/g) ?? [];
      expect([title, selectors.length]).toEqual([title, (query.match(METRIC) ?? []).length]);
      for (const selector of selectors) expect(selector).toMatch(/job=~.*instance=~/);
    }
  });

  it.skipIf(isLeftOut("deploy-tools"))("has only queries that Prometheus can read", () => {
    const { parser } = createRequire(import.meta.url)("@prometheus-io/lezer-promql") as {
      parser: {
        parse(query: string): { iterate(options: { enter(node: { type: { isError: boolean } }): void }): void };
      };
    };
    const hasErrors = (query: string): boolean => {
      let isBroken = false;
      parser.parse(query).iterate({ enter: ({ type }) => void (isBroken ||= type.isError) });
      return isBroken;
    };
    expect(hasErrors("sum(rate(x[1m])")).toBe(true);
    expect(queries.filter(({ query }) => hasErrors(query))).toEqual([]);
    expect(queries.length).toBeGreaterThan(20);
  });
});
