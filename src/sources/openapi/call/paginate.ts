import type { ResponseEnvelope } from "../../../envelope/response-envelope.ts";
import type { GivenContext } from "../../../registry/call/call-port.ts";
import type { OperationRegistry } from "../../../registry/operation-registry.ts";
import type { CursorOptions, PageInput } from "./next-page.ts";

/** The options of `paginate`. */
export interface PaginateOptions {
  /** Default: the `Link: <…>; rel="next"` header of each page. */
  readonly cursor?: CursorOptions | undefined;
  /** Stop after this many pages. Default: all. */
  readonly maxPages?: number | undefined;
  /** Passed to each call. */
  readonly context?: GivenContext | undefined;
}

type Registry = Pick<OperationRegistry, "execute" | "getSpec">;

/**
 * Calls an operation page by page. The URL in a `Link` header is never fetched: its query becomes input for the same
 * operation, so it cannot lead a call or a credential anywhere else.
 *
 * @example
 * for await (const page of paginate(registry, "github.repos_list-for-org", { org: "nodejs" })) console.log(page.data);
 */
export async function* paginate<TOutput = unknown>(
  registry: Registry,
  id: string,
  input: PageInput = {},
  options: PaginateOptions = {},
): AsyncGenerator<ResponseEnvelope<TOutput>, void, undefined> {
  const { cursor, maxPages = Infinity, context } = options;
  const seen = new Set<string>();
  let current: PageInput = input;
  for (let pages = 1; ; pages += 1) {
    const page = await registry.execute<PageInput, TOutput>(id, current, context);
    yield page;
    if (pages >= maxPages) return;
    const { nextInput, repeatedPage } = await import("./next-page.ts");
    const { inputSchema } = registry.getSpec(id) ?? {};
    const next = nextInput({ page, input: current, inputSchema }, cursor);
    if (next === undefined) return;
    // Otherwise a server that names the same page again would never end the loop.
    const key = JSON.stringify(next);
    if (seen.has(key)) throw repeatedPage(id, pages, next);
    seen.add(key);
    current = { ...current, ...next };
  }
}
