import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { OpenAPISpec } from "../../src/sources/openapi/options/openapi-document.ts";

type Members = Readonly<Record<string, unknown>>;

/** GitHub's lists have this many items per page, unless a caller asks for another number. */
const PAGE = 30;

interface FakeAPI {
  readonly url: string;
  close(): void;
}

/** An API that answers with the examples of its document, and lists with full pages of them. */
export async function serveExamples(document: OpenAPISpec): Promise<FakeAPI> {
  const server = createServer((request, response) => {
    request.resume();
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://api.example");
    const found = exampleFor(document, { method: request.method ?? "GET", path: pathname });
    const [item] = Array.isArray(found?.value) ? (found.value as unknown[]) : [];
    const count = Number(searchParams.get("per_page") ?? PAGE);
    const body =
      item === undefined || request.method !== "GET" ? found?.value : Array.from({ length: count }, () => item);
    response.writeHead(found?.status ?? 404, { "content-type": "application/json" }).end(JSON.stringify(body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close().closeAllConnections(),
  };
}

interface Asked {
  readonly method: string;
  readonly path: string;
}

function exampleFor(document: OpenAPISpec, { method, path }: Asked): { status: number; value: unknown } | undefined {
  const paths = document["paths"] as Readonly<Record<string, Members>>;
  // Of `/search/issues` and `/{a}/{b}`, the first wins.
  const fitting = Object.keys(paths)
    .filter((template) => new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`).test(path))
    .sort((one, other) => one.split("{").length - other.split("{").length);
  const operation = paths[fitting[0] ?? ""]?.[method.toLowerCase()] as Members | undefined;
  for (const [status, response] of Object.entries((operation?.["responses"] ?? {}) as Members)) {
    if (!status.startsWith("2")) continue;
    const content = resolve(document, response)["content"] as Members | undefined;
    const media = (content?.["application/json"] ?? {}) as Members;
    const [named] = Object.values((media["examples"] ?? {}) as Members);
    return { status: Number(status), value: named === undefined ? undefined : resolve(document, named)["value"] };
  }
  return undefined;
}

function resolve(document: OpenAPISpec, part: unknown): Members {
  const { $ref } = part as Members;
  if (typeof $ref !== "string") return part as Members;
  const steps = $ref.slice(2).split("/");
  return steps.reduce<unknown>((inner, step) => (inner as Members)[step], document) as Members;
}
