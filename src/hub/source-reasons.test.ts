import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { loadConfig } from "./config/load-config.ts";
import { startedHubs } from "./started-hubs.test-support.ts";
import { tempFolders } from "./temp-folder.test-support.ts";

vi.setConfig({ testTimeout: 60_000 });

const start = startedHubs();
const folderWith = tempFolders();

it("says in one line why a source is unavailable: what is wrong, and where", async () => {
  const page = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<html>hello</html>");
  }).listen(0, "127.0.0.1");
  await once(page, "listening");
  onTestFinished(() => page.close().closeAllConnections());
  const at = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
  const closed = createServer().listen(0, "127.0.0.1");
  await once(closed, "listening");
  const nowhere = `127.0.0.1:${(closed.address() as AddressInfo).port}`;
  await new Promise((resolve) => closed.close(resolve));
  const program = "console.error('MISSING API KEY: set FOO_KEY'); throw new Error('boom')";
  const hub = await start({
    mcpServers: {
      unset: { command: process.execPath, args: ["-e", program] },
      command: { command: "no-such-command-here" },
      nowhere: { url: `http://${nowhere}/mcp` },
      page: { url: at },
      nobody: { url: "http://no-such-host.invalid/mcp" },
    },
    openapi: {
      absent: { document: `http://${nowhere}/openapi.json` },
      html: { document: `${at}/openapi.json` },
      file: { document: "./nope.json" },
    },
  });
  const reasons = Object.fromEntries(hub.sources.statuses().map(({ name, error }) => [name, error]));
  expect(reasons).toEqual({
    unset:
      "The MCP server unset cannot be reached: the process ended with code 1; it wrote: MISSING API KEY: set FOO_KEY",
    command:
      "The MCP server command cannot be reached: there is no program no-such-command-here: install it, or give its whole path",
    nowhere: `The MCP server nowhere cannot be reached: nothing listens at ${nowhere} (ECONNREFUSED)`,
    page: "The MCP server page cannot be reached: no MCP server answers at this address: the answer is text/html. Many servers have the path /mcp.",
    nobody: expect.stringMatching(
      /^The MCP server nobody cannot be reached: (there is no host no-such-host\.invalid|getaddrinfo)/,
    ),
    absent: `The document at http://${nowhere}/openapi.json cannot be fetched: nothing listens at ${nowhere} (ECONNREFUSED)`,
    html: `The document at ${at}/openapi.json cannot be fetched: it is a web page, or XML; give the address of the JSON or YAML itself`,
    file: expect.stringMatching(/nope\.json cannot be read: there is no such file$/),
  });
});

const NO_SERVER = /no MCP server answers at this address/;

it.each([
  ["JSON of its own", 200, "application/json", '{"method":"POST","url":"/mcp","body":{}}', NO_SERVER],
  ["an empty object", 200, "application/json", "{}", NO_SERVER],
  ["text that is no JSON", 200, "application/json", "hello", NO_SERVER],
  ["nothing", 200, "application/json", "", NO_SERVER],
  ["nothing, without a type", 200, undefined, "", /no MCP server answers .*: the answer is empty\./],
  ["not found", 404, "text/plain", "not found", /no MCP server answers .*: it answers with status 404\./],
  ["no such method", 405, "text/plain", "", /no MCP server answers .*: it answers with status 405\./],
  ["an error", 500, "text/html", "<html>Internal error</html>", /: the server answers with status 500$/],
  [
    "a refusal as a page",
    400,
    "text/html",
    `<html>${"no ".repeat(5000)}</html>`,
    /: the server answers with status 400$/,
  ],
  ["a reason", 400, "text/plain", "no\nkey ".repeat(5000), /: the server answers with status 400: no key no key/],
  ["no message in a stream", 200, "text/event-stream", "data: hello\n\n", /./],
] as const)(
  "says in one short line that an address answers with something else than MCP: %s",
  async (_what, status, type, body, shown) => {
    const server = createServer((_, response) => {
      response.writeHead(status, type === undefined ? {} : { "content-type": type }).end(body);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => server.close().closeAllConnections());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    const reasons: Array<string | undefined> = [];
    for (const transport of [undefined, "sse"] as const) {
      const hub = await start({ mcpServers: { other: { url, ...(transport && { type: transport }) } } });
      const [status] = hub.sources.statuses();
      expect(status?.error).toMatch(/^The (MCP )?server [^{}[\]\n]*$/);
      expect(status?.error?.length).toBeLessThan(300);
      expect(status?.error).not.toMatch(/SSE error|undefined/);
      reasons.push(status?.error);
    }
    // The older transport gives no body.
    expect(reasons[0]).toMatch(shown);
  },
);

it("says where an address leads that redirects, and that another protocol is spoken there", async () => {
  const server = createServer((_, response) => {
    response.writeHead(302, { location: "/elsewhere" }).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => server.close().closeAllConnections());
  const at = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const hub = await start({ mcpServers: { moved: { url: `http://${at}/mcp` }, plain: { url: `https://${at}/mcp` } } });
  expect(hub.sources.statuses().map(({ error }) => error)).toEqual([
    `The MCP server moved cannot be reached: the address redirects to http://${at}/elsewhere: give that one if it is right`,
    expect.stringMatching(/: the other side does not speak TLS, so its address may begin with http: \(ERR_SSL_\w+\)$/),
  ]);
});

it("says where the config has what is wrong, and what to do", async () => {
  const folder = await folderWith({
    "operations.config.yaml": [
      "local: { folders: [./operatons] }",
      "mcpServers:",
      '  files: { command: "npx -y some-server ." }',
      "openapi:",
      "  gh: { document: ./nope.json }",
    ].join("\n"),
  });
  const hub = await start(await loadConfig("operations.config.yaml", { cwd: folder }));
  const shown = hub.sources.statuses().map(({ name, where, error }) => [name, where?.replace(`${folder}/`, ""), error]);
  expect(shown).toEqual([
    ["local", "operations.config.yaml:1:20: local.folders[0]", `there is no folder ${folder}/operatons`],
    ["gh", "operations.config.yaml:5:19: openapi.gh.document", expect.stringContaining("there is no such file")],
    [
      "files",
      "operations.config.yaml:3:21: mcpServers.files.command",
      'The MCP server files cannot be reached: there is no program with the name "npx -y some-server .": command takes the program alone, args the rest: command: "npx", args: ["-y","some-server","."]',
    ],
  ]);
});

it("says so of files that are folders, folders that are files, and what is not there at all", async () => {
  const folder = await folderWith({
    "greet.mjs": "",
    "operations.config.yaml": [
      "local: { folders: [greet.mjs], modules: [greet.mjs/below] }",
      "mcpServers:",
      `  away: { command: ${JSON.stringify(process.execPath)}, cwd: /no/such/folder }`,
      "openapi:",
      "  below: { document: greet.mjs/openapi.json }",
      "  folder: { document: . }",
    ].join("\n"),
  });
  const hub = await start(await loadConfig("operations.config.yaml", { cwd: folder }));
  const reasons = Object.fromEntries(hub.sources.statuses().map(({ name, error }) => [name, error]));
  expect(reasons).toEqual({
    local: `this is not a folder: ${folder}/greet.mjs`,
    away: `The MCP server away cannot be reached: ${process.execPath} cannot be started: there is no folder /no/such/folder (cwd)`,
    below: expect.stringContaining("greet.mjs/openapi.json cannot be read: "),
    folder: expect.stringMatching(/cannot be read: it is a folder$/),
  });
});

it("says that a module is not there, without a file of its own", async () => {
  const folder = await folderWith({ "operations.config.yaml": "local: { modules: [nope.mjs] }" });
  const hub = await start(await loadConfig("operations.config.yaml", { cwd: folder }));
  expect(hub.sources.statuses()[0]?.report?.quarantined).toEqual([
    { id: `${folder}/nope.mjs`, reason: "there is no such file" },
  ]);
});
