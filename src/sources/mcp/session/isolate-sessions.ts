import { takesQuestions } from "../config/elicitation.ts";
import { DEFAULT_IDLE_MS, DEFAULT_MAX_SESSIONS } from "../config/mcp-client-config.ts";
import type { IsolatedCaller } from "../config/mcp-client-config.ts";
import { namedConfig, sessionNames } from "../config/named-config.ts";
import { withCause } from "./call-errors.ts";
import { CallerTracker } from "./caller-tracker.ts";
import { IsolatedSessions } from "./isolated-sessions.ts";
import type { LaneLists, ServerLane } from "./server-lane.ts";
import { ServerConnection } from "./server-connection.ts";
import type { ServerConnectionOptions } from "./server-connection.ts";

/** What all connections to one server have in common. */
export type ServerPlan = Pick<ServerConnectionOptions, "name" | "config" | "endpoint" | "sdk" | "log">;

type CreateLists = (caller: IsolatedCaller) => LaneLists;

/** Makes the tracker of one connection's calls. */
export function trackCallers({ config, endpoint }: ServerPlan): CallerTracker {
  return new CallerTracker(takesQuestions(config) && endpoint.kind !== "stdio");
}

/** The sessions of the callers; undefined if all share one. */
export function isolateSessions(plan: ServerPlan, createLists: CreateLists): IsolatedSessions<ServerLane> | undefined {
  const { name, config } = plan;
  const { isolation = "shared", maxSessions = DEFAULT_MAX_SESSIONS, idleMs = DEFAULT_IDLE_MS } = config;
  if (isolation === "shared") return undefined;
  const createLane = (caller: IsolatedCaller): Promise<ServerLane> => laneFor(plan, caller, createLists);
  return new IsolatedSessions({ name, by: isolation, maxSessions, idleMs, createLane });
}

/** The lane connects with its first request. A crashed process is restarted only for the next call. */
async function laneFor(plan: ServerPlan, caller: IsolatedCaller, createLists: CreateLists): Promise<ServerLane> {
  const { authProvider, authProviderFor, onLog } = plan.config;
  const provider = authProviderFor === undefined ? authProvider : await authProviderFor(caller);
  const calls = trackCallers(plan);
  const lists = createLists(caller);
  const connection = new ServerConnection({
    ...plan,
    config: {
      ...namedConfig(plan.config, sessionNames(caller)),
      authProvider: provider,
      respawn: false,
      onLog: (message) => onLog?.(message, caller),
    },
    calls,
    onConnected: (session) => lists.follow(session),
    onState: (change) => {
      if (change.state === "ready") return;
      // The caller only learns that the server cannot be reached.
      plan.log("warning", `A session of one caller is over: ${withCause(change.error)}`);
      caller.end();
    },
  });
  const close = async (): Promise<void> => {
    lists.stop();
    await connection.close();
  };
  return { connection, calls, tools: lists.tools, close };
}
