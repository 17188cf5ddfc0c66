/**
 * What a hop costs with a rate limit, an audit, a key from the key file and a login to the service behind it, compared
 * with a hop without them. Two hubs in front of the same API take turns in short rounds. The benchmark measures each
 * hub's processor time.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { median, ratiosOf } from "../median.ts";
import { recordRatio } from "../record-ratio.ts";
import { orders } from "../small-operation.ts";
import type { Order } from "../small-operation.ts";
import { startServer } from "./child.ts";
import type { ServerProcess } from "./child.ts";
import { KeepAliveConnection, post } from "./client.ts";

/** What a hub reports when it listens. */
export interface HopStart {
  readonly url: string;
  readonly key: string;
}

const KINDS = ["plain", "audited", "guarded"] as const;
type HubKind = (typeof KINDS)[number];
const GUARDS: Record<HubKind, string> = { plain: "", audited: "audit", guarded: "limit,audit,key,login" };
/**
 * Two processes of the same program differ by a tenth, depending on what the compiler made of it. So there are several
 * pairs.
 */
const PAIRS = 4;
const TOKEN = "the-token-of-the-bench";
const connections = 20;
const callsPerRound = 500;
/** The calls before measuring, so that the compilers have finished. */
const WARM_UP = 6000;
/** The limit for what the guards may cost. */
const MOST = 1.1;

interface Hop {
  readonly kind: HubKind;
  readonly server: ServerProcess<HopStart>;
  readonly cpuPerCall: number[];
}

/** `rounds` for each pair of hubs. */
export async function compareHops(rounds: number): Promise<void> {
  const api = await startAPI();
  const plain: number[] = [];
  const audited: number[] = [];
  const guarded: number[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    const measured = await comparePair(api.url, rounds);
    plain.push(...measured.plain);
    audited.push(...measured.audited);
    guarded.push(...measured.guarded);
  }
  if (api.authorised() === 0) throw new Error("no call of the guarded hub came with its token");
  api.close();
  print({ plain, audited, guarded }, rounds);
}

async function comparePair(api: string, rounds: number): Promise<Record<HubKind, number[]>> {
  const hops: Hop[] = [];
  for (const kind of KINDS) {
    const server = await startServer<HopStart>("hop-server.ts", [GUARDS[kind], api]);
    hops.push({ kind, server, cpuPerCall: [] });
  }
  for (const hop of hops) await makeCalls(hop, WARM_UP);
  for (let round = 0; round < rounds; round++) {
    // Each round begins with a different hub.
    for (const hop of round % 2 === 0 ? hops : hops.toReversed())
      hop.cpuPerCall.push(await makeCalls(hop, callsPerRound));
  }
  for (const { server } of hops) {
    server.kill("SIGTERM");
    await server.exited;
  }
  const of = (kind: HubKind): number[] => hops.find((hop) => hop.kind === kind)?.cpuPerCall ?? [];
  return { plain: of("plain"), audited: of("audited"), guarded: of("guarded") };
}

/** Resolves with the processor time of the hub per call. */
async function makeCalls({ kind, server }: Hop, count: number): Promise<number> {
  const headers = [`authorization: Bearer ${server.start.key}`];
  const requests = orders.map((order) =>
    post({ path: "/orders/place", body: JSON.stringify({ body: order }), headers }),
  );
  // Open new connections each round: the hub closes those that wait while the other takes its turn.
  const open = await Promise.all(Array.from({ length: connections }, () => KeepAliveConnection.open(server.start.url)));
  const before = await cpuOf(server);
  let calls = 0;
  const work = async (connection: KeepAliveConnection): Promise<void> => {
    while (calls < count) {
      const { status, body } = await connection.send(requests[calls++ % requests.length] as string);
      if (status !== 200 || !body.includes('"total":')) throw new Error(`the ${kind} hub answered ${status}: ${body}`);
    }
  };
  await Promise.all(open.map(work));
  const used = (await cpuOf(server)) - before;
  open.forEach((connection) => connection.close());
  return used / calls;
}

async function cpuOf(server: ServerProcess<unknown>): Promise<number> {
  return (await server.ask<{ cpuMicros: number }>("cpu")).cpuMicros;
}

/** The API behind both hubs, with an issuer of tokens. */
async function startAPI(): Promise<{ url: string; authorised: () => number; close: () => void }> {
  let authorised = 0;
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => (text += String(chunk)));
    request.on("end", () => {
      if (request.headers.authorization === `Bearer ${TOKEN}`) authorised++;
      response.setHeader("content-type", "application/json");
      if (request.url === "/token") {
        response.end(JSON.stringify({ access_token: TOKEN, token_type: "Bearer", expires_in: 86_400 }));
      } else {
        const { item, amount, price } = JSON.parse(text) as Order;
        response.end(JSON.stringify({ item, total: amount * price }));
      }
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, authorised: () => authorised, close };
}

function print({ plain, audited, guarded }: Record<HubKind, number[]>, rounds: number): void {
  const ratios = ratiosOf(guarded, plain);
  const ratio = median(ratios);
  console.log(
    `\nA hop to an HTTP API: ${PAIRS} pairs of hubs, ${rounds} rounds each in turns, ${connections} connections; medians`,
  );
  for (const [kind, cpuPerCall] of Object.entries({ plain, audited, guarded })) {
    console.log(`  ${kind.padEnd(8)} ${median(cpuPerCall).toFixed(1).padStart(7)} us processor time per call`);
  }
  // The calls are MUTATIONs: each has a line before its handler runs, and one when it ends.
  console.log(`  with an audit of MUTATIONs: ${median(ratiosOf(audited, plain)).toFixed(3)}x`);
  const verdict = ratio <= MOST ? "met" : "not met";
  console.log(
    `  with a rate limit, an audit, a key file and a login: ${ratio.toFixed(3)}x (at most ${MOST}x: ${verdict})`,
  );
  const ofPairs = Array.from({ length: PAIRS }, (_, pair) => median(ratios.slice(pair * rounds, (pair + 1) * rounds)));
  console.log(`  each pair: ${ofPairs.map((value) => `${value.toFixed(3)}x`).join(", ")}`);
  recordRatio("Hop with rate limit, audit and login", "lower", ratios);
}
