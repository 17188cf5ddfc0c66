/** What happens inside callers' own sessions: questions, progress, cancelling, logins, lists. */
import { describe, expect, it } from "vitest";
import type { Progress } from "../../src/entries/index.ts";
import { CallError, dispatch } from "../../src/entries/index.ts";
import { createSearch } from "../../src/entries/search.ts";
import { OpenCallSession } from "../../src/operation/call-session.ts";
import { until } from "../support/until.ts";
import { connect, installedServer, rawConfig, startServer, textOf } from "./support.ts";

const as = (id: string) => ({ identity: { id, scopes: [] } });
const says = (text: string) => ({ resultType: "complete", content: [{ type: "text", text }] });

describe("over stdio", () => {
  it("sends the questions of concurrent calls to the right callers", async () => {
    const config = { command: process.execPath, args: [installedServer("everything")], elicitation: true };
    const { registry } = await connect("all", { ...config, isolation: "caller" });
    let asked = 0;
    const askAs = async (id: string): Promise<string> => {
      const onElicitation = async () => {
        asked++;
        // Both servers wait for their answers.
        await until(() => asked === 2);
        return { action: "accept" as const, content: { name: `the name of ${id}` } };
      };
      const { data } = await registry.execute("all.trigger-elicitation-request", {}, { ...as(id), onElicitation });
      return JSON.stringify(data);
    };
    const [ann, bob] = await Promise.all([askAs("ann"), askAs("bob")]);
    expect(ann).toContain("the name of ann");
    expect(bob).toContain("the name of bob");
  });

  it("reports progress, and cancels", async () => {
    const { registry } = await connect("raw", rawConfig(undefined, { isolation: "caller" }));
    const seen: Progress[] = [];
    const onProgress = (progress: Progress): void => void seen.push(progress);
    await registry.execute("raw.slow", { steps: 3, every: 5 }, { ...as("ann"), onProgress });
    expect(seen.map(({ progress }) => progress)).toEqual([1, 2, 3]);
    const stop = new AbortController();
    const running = registry.execute("raw.never", {}, { ...as("ann"), signal: stop.signal });
    const failed = running.catch((error: CallError) => error);
    await registry.execute("raw.echo", {}, as("ann"));
    stop.abort();
    expect(await failed).toMatchObject({ code: "ABORTED" });
    await until(async () => textOf(await registry.execute("raw.cancelled", {}, as("ann"))).includes("reason"));
    expect(textOf(await registry.execute("raw.cancelled", {}, as("bob")))).not.toContain("reason");
  });

  it("keeps the list of the first session, whatever happens to the list of a caller's session", async () => {
    const { registry } = await connect("raw", rawConfig(undefined, { isolation: "caller" }));
    await registry.execute("raw.grow", { name: "grown" }, as("ann"));
    await registry.execute("raw.echo", {}, as("ann"));
    expect(registry.has("raw.grown")).toBe(false);
    expect(textOf(await registry.execute("raw.shrinks", {}, as("bob")))).toBe("still here");
  });

  it.each(["caller", "session"] as const)(
    "hides what no session of a caller lists, where sessions are compared with the first (isolation: %s)",
    async (isolation) => {
      const { registry } = await connect("raw", rawConfig(undefined, { isolation, sameTools: true }));
      const changes: Array<string | undefined> = [];
      registry.onChange((batch) => changes.push(...batch.map(({ id, caller }) => `${id} ${caller}`)));
      // With `isolation: caller` they are one.
      const [first, second] = [new OpenCallSession(), new OpenCallSession()];
      const search = createSearch(registry);
      const sees = async (id: string): Promise<boolean> => {
        const found = await search.search("raw.shrinks", as(id));
        return found.some((operation) => operation.id === "raw.shrinks");
      };
      await registry.execute("raw.echo", {}, { ...as("ann"), session: second });
      expect(changes).toEqual([]);
      await registry.execute("raw.grow", { name: "grown" }, { ...as("ann"), session: first });
      // After the announced list was read.
      await registry.execute("raw.echo", {}, { ...as("ann"), session: first });
      expect(await sees("ann")).toBe(isolation === "session");
      second.end();
      await until(async () => !(await sees("ann")));
      expect(changes).toContain("raw.shrinks id ann");
      expect(changes.filter((change) => !change?.endsWith(" id ann"))).toEqual([]);
      await expect(
        dispatch(registry, { id: "raw.shrinks", input: {}, context: { ...as("ann"), session: first } }),
      ).rejects.toMatchObject({ code: "ACCESS_DENIED", phase: "notStarted" });
      expect(await sees("bob")).toBe(true);
      expect(textOf(await dispatch(registry, { id: "raw.shrinks", input: {}, context: as("bob") }))).toBe("still here");
      expect(await sees("bob")).toBe(true);
      search.close();
    },
  );

  it("reports other resources of a caller's session to that caller alone, and lists them for it", async () => {
    const config = rawConfig("library", { isolation: "caller", resources: true });
    const { registry } = await connect("raw", config);
    const changes: string[] = [];
    registry.onChange((batch) => changes.push(...batch.map(({ id, caller }) => `${id} of ${JSON.stringify(caller)}`)));
    const list = async (context: object): Promise<unknown> =>
      (await registry.execute("raw.resources.list", {}, context)).data;
    const shelve = async (uri: string, context: object, key: string): Promise<void> => {
      await registry.execute("raw.shelve", { uri }, context);
      await until(() => changes.length >= 2);
      const of = JSON.stringify(key);
      expect(changes.splice(0)).toEqual([`raw.resources.list of ${of}`, `raw.resources.templates of ${of}`]);
    };
    await shelve("book://a", as("ann"), "id ann");
    // Callers without an identity share a session.
    await shelve("book://b", {}, "");
    expect(await list(as("ann"))).toEqual({ resources: [{ uri: "book://a", name: "book://a" }] });
    expect(await list({})).toEqual({ resources: [{ uri: "book://b", name: "book://b" }] });
    expect(await list(as("bob"))).toEqual({ resources: [] });
    expect(changes).toEqual([]);
  });

  it("tells a caller only that the server does not start", async () => {
    const logged: string[] = [];
    const { registry, wrapper } = await connect("raw", {
      ...rawConfig(undefined, { isolation: "caller", logger: ({ text }) => logged.push(text) }),
      args: [
        "-e",
        `if (process.env.WHO !== "discovery") { console.error("no room"); process.exit(3); } else import(${JSON.stringify(rawConfig().args?.[0])})`,
      ],
      env: { WHO: "{caller}" },
    });
    await expect(registry.execute("raw.echo", {}, as("ann"))).rejects.toMatchObject({
      code: "CONNECTION_LOST",
      phase: "notStarted",
      message: "The MCP server raw cannot be reached.",
    });
    expect(logged.join("\n")).toMatch(/A session of one caller is over.*no room/s);
    await until(() => wrapper.sessions?.running === 0);
  });
});

describe.each(["legacy", "modern"] as const)("over HTTP, with a %s server", (era) => {
  it("opens a session with its own login for each caller, and ends it when idle", async () => {
    const server = await startServer({ era, onCall: ({ headers, reply }) => reply(says(headers.authorization ?? "")) });
    const { registry, wrapper } = await connect("http", {
      url: server.url,
      token: "of the operator",
      isolation: "caller",
      idleMs: 50,
      authProviderFor: ({ identity }) => ({ token: async () => `of ${identity?.id}` }),
    });
    expect(textOf(await registry.execute("http.act", {}, as("ann")))).toBe("Bearer of ann");
    expect(textOf(await registry.execute("http.act", {}, as("bob")))).toBe("Bearer of bob");
    await until(() => wrapper.sessions?.running === 0);
    expect(wrapper.sessions?.started).toBe(2);
    const calls = server.received.filter(({ method }) => method === "tools/call");
    const sessions = calls.map(({ headers }) => headers["mcp-session-id"]);
    expect(new Set(sessions).size).toBe(era === "legacy" ? 2 : 1);
    const listings = server.received.filter(({ method }) => method === "tools/list");
    // Each says what its account is offered.
    expect(listings.map(({ authorization }) => authorization)).toEqual([
      "Bearer of the operator",
      "Bearer of ann",
      "Bearer of bob",
    ]);
  });

  it("begins no session for a caller that has to log in first", async () => {
    const server = await startServer({ era, onCall: ({ reply }) => reply(says("done")) });
    let isLoggedIn = false;
    const { registry, wrapper } = await connect("http", {
      url: server.url,
      isolation: "caller",
      authProviderFor: () => {
        if (isLoggedIn) return { token: async () => "a token" };
        throw new CallError("LOGIN_REQUIRED", "Log in.", { url: "https://hub.example/log-in" });
      },
    });
    await expect(registry.execute("http.act", {}, as("ann"))).rejects.toMatchObject({
      code: "LOGIN_REQUIRED",
      details: { url: "https://hub.example/log-in" },
    });
    await until(() => wrapper.sessions?.running === 0);
    isLoggedIn = true;
    expect(textOf(await registry.execute("http.act", {}, as("ann")))).toBe("done");
  });

  it("ends a session whose login was lost once its calls have ended, and asks again for the next call", async () => {
    const held: Array<(result: unknown) => void> = [];
    const server = await startServer({ era, onCall: ({ reply }) => void held.push(reply) });
    const ends: Array<() => void> = [];
    const { registry, wrapper } = await connect("http", {
      url: server.url,
      isolation: "caller",
      authProviderFor: ({ end }) => {
        ends.push(end);
        return { token: async () => `token ${ends.length}` };
      },
    });
    const running = registry.execute("http.act", {}, as("ann"));
    await until(() => held.length === 1);
    ends[0]?.();
    const next = registry.execute("http.act", {}, as("ann"));
    await until(() => held.length === 2);
    for (const reply of held) reply(says("done"));
    expect([textOf(await running), textOf(await next)]).toEqual(["done", "done"]);
    expect(ends.length).toBe(2);
    await until(() => wrapper.sessions?.running === 1);
  });

  it("follows the list that the first session announces", async () => {
    const server = await startServer({
      era,
      onCall: ({ message, reply }) => reply(says(String(message.params?.["name"]))),
    });
    const { registry } = await connect("http", { url: server.url, isolation: "caller" });
    await registry.execute("http.act", {}, as("ann"));
    server.setTools([{ name: "other", inputSchema: { type: "object" } }]);
    await until(() => {
      server.notify("notifications/tools/list_changed");
      return registry.has("http.other");
    });
    expect(textOf(await registry.execute("http.other", {}, as("ann")))).toBe("other");
  });
});

it("refuses callers' logins if callers share a session", async () => {
  const authProviderFor = () => undefined;
  await expect(connect("http", { url: "http://127.0.0.1:9", authProviderFor })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    message: expect.stringContaining('set "isolation"') as string,
  });
});
