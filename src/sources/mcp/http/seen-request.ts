/** What was seen of a request on its way. */
export interface SeenRequest {
  /** The first message that was sent for the call. */
  message?: { readonly id?: unknown } | undefined;
  /** Over HTTP: the last attempt to send it. */
  http?: SeenHTTP | undefined;
}

export interface SeenHTTP {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
  readonly answerHeaders: Readonly<Record<string, string>>;
}

interface Fetched {
  readonly url: string | URL | Request;
  readonly headers: Headers;
  readonly response: Response;
}

/** Records how a message travelled over HTTP. */
export function noteHTTP(seen: SeenRequest, { url, headers, response }: Fetched): void {
  seen.http = {
    url: url instanceof Request ? url.url : String(url),
    headers: Object.fromEntries(headers),
    status: response.status,
    answerHeaders: Object.fromEntries(response.headers),
  };
}
