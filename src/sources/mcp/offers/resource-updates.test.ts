import { expect, it } from "vitest";
import type { Session } from "../session/session.ts";
import { ResourceUpdates } from "./resource-updates.ts";

/** The part of a session that is read, and a way to announce changes on it. */
function telling(): { session: Session; tell: (uri: string) => void } {
  let heard: ((notification: object) => void) | undefined;
  const client = { setNotificationHandler: (_method: string, handler: typeof heard) => void (heard = handler) };
  const session = { client, isModern: false, isOpen: false, ended: new AbortController().signal };
  return { session: session as unknown as Session, tell: (uri) => heard?.({ params: { uri } }) };
}

it("reports changes of the watched resource and its parts, but not of one whose name only begins the same", async () => {
  const { session, tell } = telling();
  const controller = new AbortController();
  const watch = await new ResourceUpdates(session).watch("demo://a", {
    subscribe: async () => undefined,
    listen: () => Promise.reject(new Error("Only from 2026-07-28 on.")),
    credentials: undefined,
  });
  for (const uri of ["demo://ab", "demo://a", "demo://b", "demo://a/part", "demo://a?page=2"]) tell(uri);
  const heard: string[] = [];
  for await (const uri of watch.changes(controller.signal)) if (heard.push(uri) === 3) break;
  watch.stop();
  expect(heard).toEqual(["demo://a", "demo://a/part", "demo://a?page=2"]);
});
