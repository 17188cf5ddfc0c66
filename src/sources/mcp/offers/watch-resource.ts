import type { OperationContext } from "../../../operation/operation-context.ts";
import { delay } from "../../../shared/time/wait.ts";
import type { Requester } from "../session/requester.ts";
import type { ServerConnection } from "../session/server-connection.ts";
import type { Session } from "../session/session.ts";
import { whatIs } from "./offer-spec.ts";
import { ResourceUpdates } from "./resource-updates.ts";

/** `watching`: from now on nothing is missed. `updated`: it has changed, or may have while the server was away. */
export interface ResourceEvent {
  readonly uri: string;
  readonly event: "watching" | "updated";
}

/** Failed attempts in a row to reach a server that is gone, before a watch ends. */
const MOST_ATTEMPTS = 10;
const FIRST_DELAY = 500;
const LONGEST_DELAY = 30_000;

const updatesOf = new WeakMap<Session, ResourceUpdates>();

/** Reports when a resource changes, across as many sessions with the server as it takes. */
export async function* watchResource(
  requester: Requester,
  uri: string,
  context: OperationContext,
): AsyncGenerator<ResourceEvent, void, undefined> {
  const { signal } = context;
  const held = await requester.hold(context);
  const { connection } = held;
  try {
    let failures = 0;
    for (let event: ResourceEvent["event"] = "watching"; !signal.aborted; event = "updated") {
      try {
        const session = await connection.session();
        for await (const changed of follow(session, { requester, connection, uri, context })) {
          failures = 0;
          yield { uri: changed ?? uri, event: changed === undefined ? event : "updated" };
        }
      } catch (error) {
        const isOver = signal.aborted || connection.isClosed || ++failures >= MOST_ATTEMPTS;
        // If the first attempt to watch fails, the caller learns why.
        if (isOver || event === "watching") throw error;
      }
      if (!signal.aborted) await delay(Math.min(FIRST_DELAY * 2 ** failures, LONGEST_DELAY), signal);
    }
  } finally {
    held.release();
  }
}

interface Following {
  readonly requester: Requester;
  readonly connection: ServerConnection;
  readonly uri: string;
  readonly context: OperationContext;
}

/** Yields undefined once it is watched, then what has changed, until the session ends. */
async function* follow(
  session: Session,
  { requester, connection, uri, context }: Following,
): AsyncGenerator<string | undefined, void, undefined> {
  const updates = updatesOf.get(session) ?? new ResourceUpdates(session);
  updatesOf.set(session, updates);
  const { signal } = context;
  const credentials = await requester.credentials(context);
  const method = session.isModern ? "subscriptions/listen" : "resources/subscribe";
  const what = whatIs(method, requester);
  const watch = await updates.watch(uri, {
    credentials,
    subscribe: async () => {
      await requester.ask({ method, params: { uri }, what }, context);
    },
    listen: () => connection.listen(session, uri, { signal, credentials, what }),
  });
  try {
    yield undefined;
    yield* watch.changes(signal);
  } finally {
    watch.stop();
  }
}
