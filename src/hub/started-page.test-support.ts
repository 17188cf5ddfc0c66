import { request as send } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import type { RunningHub } from "./running-hub.ts";

export interface PageAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface PageRequest {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends what a browser would: `fetch` does not let a test set these headers. */
export async function askAsPage(
  { endpoints }: Pick<RunningHub, "endpoints">,
  path: string,
  { method = "POST", body, headers }: PageRequest,
): Promise<PageAnswer> {
  const text = body === undefined ? "" : JSON.stringify(body);
  return await new Promise((resolve, reject) => {
    const sent = send(
      new URL(path, endpoints.http),
      { method, headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers } },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(parts).toString(),
          }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(text);
  });
}

/** What the page sends with each request of its session. */
export type SessionHeaders = { origin: string; cookie: string; "operation-session": string };

export async function logInAsPage(
  hub: Pick<RunningHub, "endpoints">,
  body: unknown,
): Promise<{ answer: PageAnswer; shown: SessionHeaders }> {
  const origin = hub.endpoints.http;
  const answer = await askAsPage(hub, "/~/log-in", { body, headers: { origin } });
  const { secret = "" } = answer.status === 200 ? (JSON.parse(answer.text) as { secret?: string }) : {};
  const cookie = answer.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  return { answer, shown: { origin, cookie, "operation-session": secret } };
}
