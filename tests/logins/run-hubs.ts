/** Two hubs, each a process, that share the logins of their callers in Redis, and many processes that call them. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { bundleProgram } from "../support/bundle-program.ts";
import { endWithParent } from "../support/end-with-parent.ts";
import { createCallerWorld, KEYS } from "./caller-world.ts";

export interface CallerJob {
  readonly addresses: readonly string[];
  readonly targets: ReadonlyArray<{ readonly key: string; readonly path: string; readonly user: string }>;
  /** Where it begins, so that not all clients call the same hub at once. */
  readonly first: number;
  readonly ms: number;
  readonly pauseMs: number;
  /** How long a token lives. */
  readonly lifeMs: number;
}

export interface CallerResult {
  calls: number;
  /** Calls that failed after they had taken longer than a token lives. */
  late: number;
  readonly failures: string[];
}

export interface HubsOptions {
  readonly redis: { readonly url: string; readonly prefix: string };
  readonly clients: number;
  readonly ms: number;
  readonly pauseMs: number;
}

export interface HubsReport {
  readonly calls: number;
  readonly late: number;
  readonly refreshes: number;
  readonly problems: readonly string[];
}

/** Seconds that a token lives. */
const LIFE = 2;
const HUBS = 2;
const CALLERS = ["ada", "bob"] as const;
const PATHS = { people: "people/whoAmI", notes: "notes/who_am_i" } as const;

/** Tokens live 2 s, and refresh tokens work once: the provider ends a login whose refresh token is used twice. */
export async function runHubs({ redis, clients, ms, pauseMs }: HubsOptions): Promise<HubsReport> {
  const ends: Array<() => unknown> = [];
  const before = process.env["OPERATIONS_VAULT_KEY"];
  process.env["OPERATIONS_VAULT_KEY"] = Buffer.alloc(32, 7).toString("base64");
  ends.push(() => {
    if (before === undefined) delete process.env["OPERATIONS_VAULT_KEY"];
    else process.env["OPERATIONS_VAULT_KEY"] = before;
  });
  try {
    const world = await createCallerWorld(ends, {
      tokenSeconds: LIFE,
      vault: { redis: redis.url, prefix: redis.prefix },
    });
    await writeFile(join(world.folder, "config.json"), JSON.stringify(world.config));
    for (const who of CALLERS)
      for (const source of Object.keys(PATHS)) await world.connect(who, source, `${who}-there`);
    // The hub at which the logins were made has stopped.
    await world.hub.close({ graceMs: 0 });
    const hubProgram = await bundleProgram(new URL("hub-process.ts", import.meta.url).pathname);
    ends.push(() => hubProgram.remove());
    const callerProgram = await bundleProgram(new URL("hub-caller.ts", import.meta.url).pathname);
    ends.push(() => callerProgram.remove());
    const hubs = Array.from({ length: HUBS }, () => start(hubProgram.path, world.folder));
    for (const { child } of hubs) ends.push(() => endOf(child));
    const addresses = await Promise.all(hubs.map(({ first }) => first));
    const targets = CALLERS.flatMap((who) =>
      Object.values(PATHS).map((path) => ({ key: KEYS[who], path, user: `${who}-there` })),
    );
    const shared = { addresses, targets, ms, pauseMs, lifeMs: LIFE * 1000 };
    const callers = Array.from({ length: clients }, (_, first) =>
      start(callerProgram.path, JSON.stringify({ ...shared, first } satisfies CallerJob)),
    );
    await Promise.all(callers.map(({ first }) => first));
    const consumed = world.provider.seen.get("refresh_token.consumed") ?? 0;
    const begun = performance.now();
    for (const { child } of callers) child.stdin?.write("go\n");
    const results = await Promise.all(callers.map(({ last }) => last));
    const lives = Math.ceil((performance.now() - begun) / (LIFE * 0.85 * 1000));
    const refreshes = (world.provider.seen.get("refresh_token.consumed") ?? 0) - consumed;
    const read = results.map((text): CallerResult => {
      if (text?.startsWith("{") === true) return JSON.parse(text) as CallerResult;
      return { calls: 0, late: 0, failures: ["a process ended early"] };
    });
    const problems = read.flatMap(({ failures }) => failures);
    const refused = world.provider.seen.get("grant.error") ?? 0;
    if (refused > 0) problems.push(`the provider refused ${refused} grants`);
    // The operator's login, which lists the tools, counts too.
    const most = (targets.length + 1) * lives;
    if (refreshes > most)
      problems.push(`there were ${refreshes} refreshes in ${lives} lives of ${targets.length + 1} logins`);
    if (refreshes < targets.length) problems.push(`there were only ${refreshes} refreshes`);
    const sum = (field: "calls" | "late"): number => read.reduce((total, each) => total + each[field], 0);
    return { calls: sum("calls"), late: sum("late"), refreshes, problems };
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

interface Started {
  readonly child: ChildProcess;
  readonly first: Promise<string>;
  /** The last line, once it has ended. */
  readonly last: Promise<string | undefined>;
}

function start(program: string, argument: string): Started {
  const child = spawn(process.execPath, [program, argument], { stdio: ["pipe", "pipe", "inherit"] });
  const release = endWithParent({ pid: child.pid as number });
  const reader = createInterface({ input: child.stdout });
  let latest: string | undefined;
  reader.on("line", (line) => (latest = line));
  const ended = once(child, "close").then(() => {
    release();
    return latest;
  });
  const first = Promise.race([
    once(reader, "line").then(([line]) => String(line)),
    ended.then(() => Promise.reject(new Error(`${program} ended early`))),
  ]);
  first.catch(() => undefined);
  return { child, first, last: ended };
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.stdin?.end();
  await closed;
}
