/**
 * `tsx bench/size.ts` prints the size of the built main entry, minified for browsers, with and without the schema
 * engine, and the sizes of our clients and those of others.
 */
import { ensureBuilt } from "../scripts/ensure-built.ts";
import { ensureSubPackage } from "../scripts/sub-package.ts";
import { engineFiles, measure, ourClients } from "./bundle-size.ts";
import type { Size } from "./bundle-size.ts";
import { recordRatio } from "./record-ratio.ts";

const budgetBytes = 45_000;

await ensureBuilt();
const everything = 'export * from "./dist/index.js";';
/** The part that a page with its own operations needs. Bundlers drop the rest. */
const registryOnly = 'export { CallError, OperationRegistry, defineOperation, subscribe } from "./dist/index.js";';
const noEngine = await engineFiles();

const whole = await measure(everything);
const withoutEngine = await measure(everything, { external: noEngine });
const used = await measure(registryOnly, { external: noEngine });
console.log("main entry, minified for browsers (gzip bytes)");
console.log(`  with the schema engine      ${line(whole)}`);
console.log(`  without the schema engine   ${line(withoutEngine)}`);
console.log(
  `  budget without the engine   ${number(budgetBytes)} (${(withoutEngine.atStart / budgetBytes).toFixed(2)}x)`,
);

console.log(`  a page that only registers and calls, without the engine   ${line(used)}`);
recordRatio("with the schema engine, over the budget without", "lower", whole.atStart / budgetBytes);
recordRatio("without the schema engine, over its budget", "lower", withoutEngine.atStart / budgetBytes);
recordRatio("a page that only registers and calls, over that budget", "lower", used.atStart / budgetBytes);

/**
 * What a page imports for its client. The imports of other clients follow their documentation, with streams if they
 * have them.
 */
const clients: ReadonlyArray<{ name: string; contents: string; folder?: string; budget?: number }> = [
  ...ourClients.map((client) => ({ ...client, name: `ours, ${client.name}` })),
  {
    name: "tRPC, over HTTP, with streams",
    contents:
      'export { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink, TRPCClientError } from "@trpc/client";',
    folder: "bench/clients",
  },
  {
    name: "tRPC, over HTTP, without streams",
    contents: 'export { createTRPCClient, httpBatchLink, TRPCClientError } from "@trpc/client";',
    folder: "bench/clients",
  },
  {
    name: "tRPC, over WebSocket",
    contents: 'export { createTRPCClient, createWSClient, wsLink, TRPCClientError } from "@trpc/client";',
    folder: "bench/clients",
  },
  {
    name: "Hono hc, over HTTP, without streams",
    contents: 'export { hc } from "hono/client";',
    folder: "bench/clients",
  },
];

await ensureSubPackage("bench/clients");
console.log("\nclients, minified for browsers (gzip bytes)");
for (const { name, contents, folder, budget } of clients) {
  const { atStart } = await measure(contents, { folder });
  const limit = budget === undefined ? "" : `, budget ${number(budget)} (${(atStart / budget).toFixed(2)}x)`;
  console.log(`  ${name.padEnd(38)} ${number(atStart)}${limit}`);
  if (budget !== undefined) recordRatio(`client ${name}, over its budget`, "lower", atStart / budget);
}

function line({ atStart, later }: Size): string {
  return `${number(atStart)}${later > 0 ? ` at start, ${number(later)} when used` : ""}`;
}

function number(value: number): string {
  return value.toLocaleString("en-GB");
}
