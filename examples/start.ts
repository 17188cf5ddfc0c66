/**
 * `npm start` runs a hub with its built-in config, the help desk of a small shop: operations of its own, an HTTP API that it
 * starts itself, and an MCP server on stdio, behind one address. `npm start -- --open` opens it in a browser. Ctrl-C stops it.
 */
import { fileURLToPath } from "node:url";
import { ensureExplorer } from "../scripts/ensure-explorer.ts";
import { openBrowser } from "../src/cli/session/open-browser.ts";
import { CallError } from "../src/entries/index.ts";
import { loadConfig, startHub } from "../src/entries/hub.ts";
import { startShop } from "./start/shop-service.ts";

const [shop, explorerFolder] = await Promise.all([startShop(), ensureExplorer()]);
const env = { ...process.env, SHOP_URL: shop.url, NODE: process.execPath };
const file = fileURLToPath(new URL("start/operations.config.yaml", import.meta.url));
const hub = await startHub(await loadConfig(file, { env }), { waitForSources: true, explorerFolder }).catch(
  async (error: unknown) => {
    await shop.close();
    // It says where and what to do, for instance if the port is taken. A stack would hide that.
    console.error(error instanceof CallError ? error.message : error);
    process.exit(1);
  },
);

// Before the first output, because a reader may press Ctrl-C at once.
let stopping: Promise<void> | undefined;
const stop = (): void => {
  // A second Ctrl-C ends it at once.
  if (stopping !== undefined) process.exit(130);
  stopping = hub.close({ graceMs: 3000 }).then(() => shop.close());
};
process.on("SIGINT", stop);
process.on("SIGTERM", stop);

const { http, mcp, ws, openapi, explorer } = hub.endpoints;
const sources = hub.sources.statuses().map(({ name, kind, state, operations, error }) => {
  return `  ${name.padEnd(8)} ${kind.padEnd(8)} ${state === "ready" ? `${operations} operations` : `${state}: ${error}`}`;
});
// In a pipe, a link or key would end up in a log.
const isTerminal = process.stdout.isTTY;
const logIn = isTerminal && hub.makeLogInLink ? `${hub.makeLogInLink()} (logs you in, once)` : explorer;
const authorization = `-H "authorization: Bearer $(cat ${hub.keyFile})"`;
const sendJSON = '-H "content-type: application/json"';

console.log(`
The hub is ready.

${sources.join("\n")}

  HTTP      ${http}
  MCP       ${mcp}
  WebSocket ${ws}
  OpenAPI   ${openapi}
  explorer  ${logIn}
  key       ${hub.key === undefined || !isTerminal ? `in ${hub.keyFile}` : `${hub.key} (new, kept in ${hub.keyFile})`}

Open the explorer and run desk.answer: it works like an agent, and its refund waits for you under Approvals.
Below its result, the timeline shows every call that it has made. Or from here:

  curl ${authorization} -N ${http}/desk/watch &
  curl ${authorization} ${sendJSON} -d '{"complaint":2}' ${http}/desk/answer
  curl ${authorization} ${sendJSON} -d @- ${http}/run/code <<'END'
  {"code": "const { data } = await env.shop.listOrders({ status: 'sent' }); return data.map(({ article }) => article);"}
  END

Ctrl-C stops it.
`);
if (process.argv.includes("--open")) {
  const isOpened = await openBrowser(new URL(hub.makeLogInLink?.() ?? http), process.env);
  if (!isOpened) console.log("There is no browser to open here. Set BROWSER to a command that opens one.");
}
