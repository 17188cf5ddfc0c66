/** The header fields that an answer is asked for if its headers cannot be listed. */
const ASKED_FIELDS = ["content-type", "location", "retry-after", "www-authenticate"];
/** A `Response` with these statuses has no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

type Reader = "text" | "json" | "arrayBuffer";

type Bytes = Uint8Array<ArrayBuffer>;

interface ForeignBody {
  getReader?(): { read(): Promise<IteratorResult<Bytes>>; cancel?(): Promise<void> };
  [Symbol.asyncIterator]?(): AsyncIterator<Bytes>;
}

/**
 * What `fetch` answered, as a response whose body can be read as a stream. Tests put a plain object in the place of a
 * response, with no more than `ok` and `json()`, and some runtimes have responses without a stream: those are read whole.
 */
export function readableResponse(given: Response | undefined): Response | Promise<Response> {
  if (typeof given !== "object" || given === null) throw new TypeError("fetch gave no response");
  const { body, headers } = given as Partial<Response>;
  const isStream = body instanceof ReadableStream || (body === null && given instanceof Response);
  const isWhole = typeof given.status === "number" && Symbol.iterator in Object(headers);
  return isStream && isWhole ? given : copyOf(given);
}

async function copyOf(given: Response): Promise<Response> {
  const { ok, status = ok === false ? 500 : 200, statusText = "", body } = given as Partial<Response>;
  const headers = headersOf(given.headers);
  const init = { status, statusText, headers };
  if (WITHOUT_BODY.has(status)) return new Response(null, init);
  const stream = streamOf(body);
  if (stream !== undefined) return new Response(stream, init);
  const type = headers.get("content-type") ?? "";
  const isText = type === "" || /json|text|xml|urlencoded/i.test(type);
  const order: readonly Reader[] = isText ? ["text", "json", "arrayBuffer"] : ["arrayBuffer", "text", "json"];
  for (const reader of order) {
    if (typeof given[reader] !== "function") continue;
    // A mock may have all three methods, and a value for one.
    const value: unknown = await given[reader]();
    if (value === undefined) continue;
    if (reader === "arrayBuffer") return new Response(value as ArrayBuffer, init);
    if (reader === "json" && type === "") headers.set("content-type", "application/json");
    const text = reader === "text" && typeof value === "string" ? value : JSON.stringify(value);
    return new Response(new TextEncoder().encode(text), init);
  }
  return new Response(null, init);
}

/** A body that is no stream of this runtime: a mock with no more than `getReader()`, or a stream of Node. */
function streamOf(body: unknown): ReadableStream<Bytes> | undefined {
  if (body instanceof ReadableStream) return body as ReadableStream<Bytes>;
  const foreign = Object(body) as ForeignBody;
  const reader = foreign.getReader?.();
  const items = reader === undefined ? foreign[Symbol.asyncIterator]?.() : undefined;
  if (reader === undefined && items === undefined) return undefined;
  // It reads ahead of nobody.
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await (reader?.read() ?? items!.next());
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => void (await (reader?.cancel?.() ?? items?.return?.())),
    },
    { highWaterMark: 0 },
  );
}

function headersOf(given: unknown): Headers {
  if (typeof given !== "object" || given === null) return new Headers();
  if (Symbol.iterator in given) return new Headers([...(given as Iterable<[string, string]>)]);
  if (!("get" in given) || typeof given.get !== "function") return new Headers(given as Record<string, string>);
  const headers = new Headers();
  for (const name of ASKED_FIELDS) {
    const value: unknown = given.get(name);
    if (typeof value === "string") headers.set(name, value);
  }
  return headers;
}
