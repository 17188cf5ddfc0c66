/** `subscriptions/listen` of 2026-07-28, as far as it names resources. */
import { isRecord } from "../../../shared/json/is-record.ts";

/** The URIs that the message subscribes to; undefined if it is not such a message, or names none. */
export function watchedURIs(message: unknown): readonly unknown[] | undefined {
  if (!isRecord(message) || message["method"] !== "subscriptions/listen") return undefined;
  const uris = notificationsOf(message)?.["resourceSubscriptions"];
  return Array.isArray(uris) && uris.length > 0 ? uris : undefined;
}

/** The same message, with these URIs only. */
export function withWatchedURIs<T>(message: T, uris: readonly string[]): T {
  const { params } = message as { readonly params: Readonly<Record<string, unknown>> };
  const notifications = { ...notificationsOf(message), resourceSubscriptions: uris };
  return { ...message, params: { ...params, notifications } };
}

function notificationsOf(message: unknown): Readonly<Record<string, unknown>> | undefined {
  const params = isRecord(message) ? message["params"] : undefined;
  const notifications = isRecord(params) ? params["notifications"] : undefined;
  return isRecord(notifications) ? notifications : undefined;
}
