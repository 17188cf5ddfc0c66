import { describe, expect, it } from "vitest";
import { collectGarbage } from "../../../shared/collect-garbage.test-support.ts";
import { CallerTracker } from "../session/caller-tracker.ts";
import { ServerCatalogue } from "./server-catalogue.ts";
import type { ServerConnection } from "../session/server-connection.ts";
import type { MCPClientConfig } from "../config/mcp-client-config.ts";
import type { Session } from "../session/session.ts";
import { until } from "../../../../tests/support/until.ts";

/** The part of a session that the catalogue reads. The test answers its list of tools. */
function sessionOf(): {
  session: Session;
  announce: () => void;
  answers: Array<(tool: string) => void>;
  /** The answers that were read. The effects are complete before any timer fires. */
  read: string[];
} {
  const answers: Array<(tool: string) => void> = [];
  const announcements: Array<() => void> = [];
  const client = {
    getServerVersion: () => undefined,
    getNegotiatedProtocolVersion: () => undefined,
    getInstructions: () => undefined,
    getServerCapabilities: () => ({ tools: {} }),
  };
  const read: string[] = [];
  const listOf = (name: string): object => ({
    get tools() {
      read.push(name);
      return [{ name, inputSchema: {} }];
    },
  });
  const request = (): Promise<unknown> => new Promise((resolve) => answers.push((name) => resolve(listOf(name))));
  const onNotification = (_method: string, handler: () => void): unknown => announcements.push(handler);
  const session = { client, request, onNotification, isModern: false, needsHeaders: false } as unknown as Session;
  return { session, answers, read, announce: () => announcements.forEach((handler) => handler()) };
}

const catalogueOf = (config: MCPClientConfig): ServerCatalogue =>
  new ServerCatalogue({
    name: "s",
    config,
    location: "",
    connection: { closing: new AbortController().signal } as ServerConnection,
    calls: new CallerTracker(false),
    log: () => {},
  });

describe("when a server does not answer with its list of tools", () => {
  it("gives up after its timeout, whatever the garbage collector removes meanwhile", async () => {
    const request = ({ signal }: { signal: AbortSignal }): Promise<unknown> =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
    const silent = Object.assign(sessionOf().session, { request: request as unknown as Session["request"] });
    const reading = catalogueOf({ connectTimeout: 500 }).read(silent);
    const collecting = setInterval(collectGarbage, 50);
    await expect(reading).rejects.toMatchObject({ code: "TIMEOUT" });
    clearInterval(collecting);
  });
});

describe("when a session is replaced while its list of tools is being read", () => {
  it("keeps the list of the new one", async () => {
    const catalogue = catalogueOf({});
    const [old, renewed] = [sessionOf(), sessionOf()];
    const first = catalogue.read(old.session);
    old.answers[0]?.("first");
    await first;
    old.announce();
    await until(() => old.answers.length === 2);
    const second = catalogue.read(renewed.session);
    renewed.answers[0]?.("new");
    await second;
    old.answers[1]?.("outdated");
    await until(() => old.read.includes("outdated"));
    expect(catalogue.tools.map(({ name }) => name)).toEqual(["new"]);
  });
});
