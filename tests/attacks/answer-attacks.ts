/**
 * Hostile answers: a hundred at once of an API and an MCP server behind the hub, while another caller calls something
 * else.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { startAttackedHub } from "./attacked-hub.ts";
import { startHostileServer } from "./hostile-sources.ts";
import { KEYS } from "./load-targets.ts";

const ANSWERS = 100;
/** Goals. */
const LONGEST_WAIT_MS = 250;
const MOST_MEGABYTES = 500;
/** Long texts are passed on: as many as are held at once, and each takes some 100 MB more until it is written. */
const MOST_OF_TEXTS = 800;

interface AnswerAttack {
  readonly name: string;
  readonly path: string;
  /** How long callers wait. Default: until they have an answer. */
  readonly ms?: number;
  readonly mostMegabytes?: number;
}

export const answerAttacks: readonly AnswerAttack[] = [
  { name: "answers of an API with 21 million objects", path: "api/dense" },
  { name: "answers of an API with as many objects as are read", path: "api/almost" },
  { name: "answers of an API with one text of 38 MB", path: "api/text", mostMegabytes: MOST_OF_TEXTS },
  { name: "answers of an API with a name of 38 MB", path: "api/name", mostMegabytes: MOST_OF_TEXTS },
  { name: "answers of an API with a name and a text of 19 MB", path: "api/named", mostMegabytes: MOST_OF_TEXTS },
  { name: "answers of an API with a gap and a text of 19 MB", path: "api/gap", mostMegabytes: MOST_OF_TEXTS },
  { name: "answers of an API with a number of 38 MB", path: "api/digits" },
  { name: "streams of an API with an event that never ends", path: "api/stream", ms: 8000 },
  { name: "answers of an MCP server with an event that never ends behind them", path: "mcp/rest", ms: 8000 },
  { name: "answers of an MCP server with as many blocks as are read", path: "mcp/blocks" },
  { name: "answers of an MCP server with 21 million objects", path: "mcp/dense" },
  { name: "answers of an MCP server with as many objects as are read", path: "mcp/almost" },
  { name: "answers of an MCP server as events with 21 million objects", path: "mcp/events" },
];

/** Prints what another caller waits and how the memory grows. Returns whether both goals are met and the hub lives. */
export async function withstandsAnswers({ name, path, ms, mostMegabytes }: AnswerAttack): Promise<boolean> {
  const server = await startHostileServer();
  const hub = await startAttackedHub({ HOSTILE: server.url });
  const call = async (called: string, key = 0): Promise<number> => {
    const accept = "application/json, text/event-stream";
    const headers = { "x-api-key": KEYS[key] as string, "content-type": "application/json", accept };
    const signal = ms === undefined ? null : AbortSignal.timeout(ms);
    try {
      const response = await fetch(`${hub.endpoints.http}/${called}`, { method: "POST", headers, body: "{}", signal });
      await response.arrayBuffer();
      return response.status;
    } catch (error) {
      if (signal?.aborted === true) return 0;
      throw error;
    }
  };
  try {
    // Until the sources are open.
    while ((await call(path, 1)) === 404) await sleep(50);
    let longest = 0;
    const ended = new AbortController();
    const other = (async () => {
      while (!ended.signal.aborted) {
        const begun = performance.now();
        await call("demo/quick", 2);
        longest = Math.max(longest, performance.now() - begun);
        await sleep(10);
      }
    })();
    const statuses = await Promise.all(Array.from({ length: ANSWERS }, (_, at) => call(path, at % KEYS.length)));
    // What comes behind the answers.
    if (ms !== undefined) await sleep(2000);
    ended.abort();
    await other;
    const { mostBytes, idleBytes, longestBlockMs } = await hub.report();
    const megabytes = Math.round((mostBytes - idleBytes) / 1e6);
    const holds = longest <= LONGEST_WAIT_MS && megabytes <= (mostMegabytes ?? MOST_MEGABYTES);
    const wait = `another caller waited ${Math.round(longest)} ms (longest block ${Math.round(longestBlockMs)} ms)`;
    console.log(`${holds ? "✔" : "✘"} ${ANSWERS} ${name}: ${wait}, ${megabytes} MB over idle; ${counted(statuses)}`);
    return holds;
  } catch (error) {
    console.log(`✘ ${ANSWERS} ${name}: ${String(error)}`);
    return false;
  } finally {
    await hub.close();
    server.close();
  }
}

function counted(statuses: readonly number[]): string {
  const counts = new Map<number, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} x ${status}`).join(", ");
}
