import { describe, expect, it } from "vitest";

import { callAt, failureOf, parameterOf, sendJSON, useServers } from "../../../../tests/support/http-calls.ts";

const servers = useServers();
const credentials = {
  config: { auth: { type: "bearer", token: "s3cret" }, headers: { "X-Team": "blue" } },
  shape: { parameters: [parameterOf("X-Mine", "header"), parameterOf("sid", "cookie")] },
  input: { "X-Mine": "1", sid: "2" },
} as const;

/** Redirects `/` to a location; answers everything else. */
const startRedirect = (location: () => string, status = 302) =>
  servers.start((request, response) => {
    if (request.target !== "/") return sendJSON(response, { at: request.target });
    return void response.writeHead(status, { location: location() }).end("moved");
  });

describe("when a server redirects within its origin", () => {
  it("follows, with credentials", async () => {
    const server = await startRedirect(() => "/new?x=1");
    expect((await callAt(server.origin, credentials)).data).toEqual({ at: "/new?x=1" });
    expect(server.seen[1]?.headers).toMatchObject({
      authorization: "Bearer s3cret",
      "x-team": "blue",
      cookie: "sid=2",
    });
  });

  it.each([
    [301, "POST", "GET"],
    [302, "POST", "GET"],
    [303, "POST", "GET"],
    [303, "PUT", "GET"],
    [302, "PUT", "PUT"],
    [307, "POST", "POST"],
    [308, "POST", "POST"],
  ])("on %i turns %s into %s, and resends the body only if the method stays", async (status, method, expected) => {
    const server = await startRedirect(() => "/new", status);
    const body = { required: true, contents: [{ mediaType: "multipart/form-data" }] };
    await callAt(server.origin, { shape: { method, body }, input: { body: { file: new Blob(["bytes"]) } } });
    const second = server.seen[1];
    expect(second?.method).toBe(expected);
    expect(second?.body.toString().includes("bytes")).toBe(expected === method);
    expect("content-type" in (second?.headers ?? {})).toBe(expected === method);
  });

  it("stops after ten", async () => {
    const server = await servers.start((_request, response) => void response.writeHead(302, { location: "/" }).end());
    const error = await failureOf(callAt(server.origin));
    expect(error.message).toContain("more than 10 times");
    expect(server.seen).toHaveLength(11);
  });

  it("follows none if the config forbids it", async () => {
    const server = await startRedirect(() => "/new");
    const error = await failureOf(callAt(server.origin, { config: { redirects: "never" } }));
    expect(error).toMatchObject({ code: "EXECUTION_ERROR", details: { status: 302, headers: { location: "/new" } } });
  });
});

describe("when a server redirects to another origin", () => {
  it("follows without credentials, cookies, or the config's and the caller's headers", async () => {
    const other = await servers.start((_request, response) => sendJSON(response, { at: "other" }));
    const server = await startRedirect(() => `${other.origin.replace("http://", "http://me:pw@")}/x#y`, 307);
    expect((await callAt(server.origin, credentials)).data).toEqual({ at: "other" });
    const headers = other.seen[0]?.headers ?? {};
    for (const name of ["authorization", "cookie", "x-team", "x-mine"]) expect(headers).not.toHaveProperty(name);
    expect(headers.accept).toBe("application/json");
  });

  it("keeps them for an origin that the config names", async () => {
    const other = await servers.start((_request, response) => sendJSON(response, {}));
    const server = await startRedirect(() => `${other.origin}/x`);
    await callAt(server.origin, { ...credentials, config: { ...credentials.config, allowedOrigins: [other.origin] } });
    expect(other.seen[0]?.headers.authorization).toBe("Bearer s3cret");
  });

  it("does not claim that nothing ran if the new address cannot be reached", async () => {
    const server = await startRedirect(() => "http://nobody.invalid/x", 303);
    const error = await failureOf(callAt(server.origin, { shape: { method: "POST" } }));
    expect(error).toMatchObject({ code: "EXECUTION_ERROR", phase: "unknown" });
  });

  it("does not restore them when a second redirect returns to the first origin", async () => {
    const server = await startRedirect(() => `${other.origin}/x`);
    const other = await servers.start(
      (_request, response) => void response.writeHead(302, { location: `${server.origin}/back` }).end(),
    );
    await callAt(server.origin, credentials);
    expect(server.seen[1]?.target).toBe("/back");
    expect(server.seen[1]?.headers).not.toHaveProperty("authorization");
  });

  it("refuses if the config allows redirects within the origin only", async () => {
    const server = await startRedirect(() => "http://127.0.0.1:1/x");
    const error = await failureOf(callAt(server.origin, { config: { redirects: "sameOrigin" } }));
    expect(error).toMatchObject({ phase: "unknown", details: { status: 302 } });
    expect(error.message).toContain("within the origin only");
  });

  it("does not follow to a private address, from https to http, or to another scheme", async () => {
    const answers: Record<string, string> = {
      "https://api.example.com/a": "http://api.example.com/a",
      "https://api.example.com/b": "https://169.254.169.254/latest/meta-data",
      "https://api.example.com/c": "file:///etc/passwd",
      "https://api.example.com/d": "https://[",
    };
    const fetched: string[] = [];
    const fetch = (url: string): Promise<Response> => {
      fetched.push(url);
      return Promise.resolve(new Response(null, { status: 302, headers: { location: answers[url] ?? "" } }));
    };
    const reasons = await Promise.all(
      ["/a", "/b", "/c", "/d"].map(async (path) => {
        return (await failureOf(callAt("https://api.example.com", { shape: { path }, config: { fetch } }))).message;
      }),
    );
    expect(reasons).toEqual([
      expect.stringContaining("which is not encrypted"),
      expect.stringContaining("a private address"),
      expect.stringContaining("to file:"),
      expect.stringContaining("not a URL"),
    ]);
    expect(fetched.sort()).toEqual(Object.keys(answers));
  });
});

describe("when a browser hides where a redirect leads", () => {
  const hidden = Object.defineProperty(new Response(null), "type", { value: "opaqueredirect" });
  const browserFetch = (modes: string[]) => (_url: string, init: RequestInit) => {
    modes.push(String(init.redirect));
    return Promise.resolve(init.redirect === "follow" ? Response.json({ ok: true }) : hidden);
  };

  it("lets the browser follow if the request is safe and not confidential", async () => {
    const modes: string[] = [];
    expect((await callAt("https://api.example.com", { config: { fetch: browserFetch(modes) } })).data).toEqual({
      ok: true,
    });
    expect(modes).toEqual(["manual", "follow"]);
  });

  it("refuses if credentials would leave, or if a repeat is not safe", async () => {
    const modes: string[] = [];
    const fetch = browserFetch(modes);
    const config = { fetch, auth: { type: "bearer", token: "t0ken" } } as const;
    const first = await failureOf(callAt("https://api.example.com", { config }));
    const second = await failureOf(callAt("https://api.example.com", { shape: { method: "POST" }, config: { fetch } }));
    expect([first.message, second.message]).toEqual(Array(2).fill(expect.stringContaining("does not say where to")));
    expect(modes).toEqual(["manual", "manual"]);
  });
});
