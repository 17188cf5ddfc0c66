import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Vault } from "../../src/vault/vault.ts";
import { bundleProgram } from "../support/bundle-program.ts";
import { endWithParent } from "../support/end-with-parent.ts";
import { openStore } from "./open-store.ts";
import type { StoreAddress } from "./open-store.ts";
import { startTokenEndpoint } from "./token-endpoint.ts";

export interface RefresherJob {
  readonly place: StoreAddress;
  /** Hexadecimal. */
  readonly key: string;
  readonly url: string;
  readonly ms: number;
  readonly pauseMs: number;
  readonly lifeMs: number;
}

export interface RefresherResult {
  calls: number;
  /** Calls that failed after they had taken longer than a token lives. */
  late: number;
  readonly failures: string[];
}

export interface RefreshersOptions {
  readonly place: StoreAddress;
  readonly processes: number;
  readonly ms: number;
  readonly pauseMs: number;
}

export interface RefreshersReport {
  readonly refreshes: number;
  readonly calls: number;
  readonly late: number;
  readonly problems: readonly string[];
}

const LIFE = 2000;
/** A token is replaced in the last tenth of its life. The rest allows for clocks that are read at different moments. */
const EARLIEST = LIFE * 0.85;

/** Many processes on one vault, with tokens that live 2 s and single-use refresh tokens. */
export async function runRefreshers({ place, processes, ms, pauseMs }: RefreshersOptions): Promise<RefreshersReport> {
  const endpoint = await startTokenEndpoint(LIFE);
  const program = await bundleProgram(new URL("refresher.ts", import.meta.url).pathname);
  const key = Buffer.alloc(32, 9);
  try {
    const vault = await Vault.open(await openStore(place), key);
    const job: RefresherJob = { place, key: key.toString("hex"), url: endpoint.url, ms, pauseMs, lifeMs: LIFE };
    const children = Array.from({ length: processes }, () => startRefresher(program.path, job));
    await Promise.all(children.map(({ ready }) => ready));
    await vault.write({ source: "api", identity: "" }, endpoint.login());
    for (const child of children) child.go();
    const results = await Promise.all(children.map(({ result }) => result));
    await vault.close();
    const { refreshes, reused, youngestReplaced } = endpoint.seen;
    const problems = results.flatMap(({ failures }) => failures);
    if (reused > 0) problems.push(`a refresh token was reused ${reused} times`);
    if (youngestReplaced < EARLIEST) problems.push(`a token was replaced after ${youngestReplaced} of ${LIFE} ms`);
    if (refreshes < 1) problems.push("nothing was refreshed");
    const sum = (field: "calls" | "late"): number => results.reduce((total, each) => total + each[field], 0);
    return { refreshes, calls: sum("calls"), late: sum("late"), problems };
  } finally {
    program.remove();
    await endpoint.close();
  }
}

interface StartedRefresher {
  readonly ready: Promise<void>;
  readonly result: Promise<RefresherResult>;
  go(): void;
}

function startRefresher(program: string, job: RefresherJob): StartedRefresher {
  const child = spawn(process.execPath, [program, JSON.stringify(job)], { stdio: ["pipe", "pipe", "inherit"] });
  const release = endWithParent({ pid: child.pid as number });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  const ready = once(reader, "line").then(() => undefined);
  reader.on("line", (line) => lines.push(line));
  const result = once(child, "close").then(([code]) => {
    release();
    const last = lines.at(-1);
    if (code === 0 && last?.startsWith("{") === true) return JSON.parse(last) as RefresherResult;
    return { calls: 0, late: 0, failures: [`a process ended with ${String(code)}`] };
  });
  return { ready, result, go: () => void child.stdin.write("go\n") };
}
