import type { Identity } from "../../operation/access-control.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { missingOperation } from "../request/missing-operation.ts";
import { CallError } from "../../errors/call-error.ts";
import { toDeprecation } from "../../shared/deprecation.ts";
import { jsonReply } from "../request/incoming.ts";
import type { Incoming } from "../request/incoming.ts";
import type { HTTPRequestInfo, HTTPRoute } from "../request/http-service.ts";
import { HTTPRefusal } from "../request/problem.ts";
import type { CheckedRequest, IncomingRoute, RequestRouter, RequestTarget } from "../request/request-handler.ts";
import type { CatalogueReader } from "./catalogue-reader.ts";
import { DeprecatedTarget, deprecationHeaders } from "./deprecated-target.ts";
import { RESULTS } from "./http-answers.ts";
import { QUESTIONS } from "./http-questions.ts";
import { ALLOW, OperationTarget } from "./operation-target.ts";
import type { ServedOperationDeps } from "./call-events.ts";

export interface OperationRouterDeps extends ServedOperationDeps {
  readonly catalogue: CatalogueReader;
}

/** Paths of a registry: operations first, then routes, then the documents about operations. */
export class OperationRouter implements RequestRouter {
  readonly #deps: OperationRouterDeps;
  /** By paths as they are sent. Holds operations and exact routes only, so that clients can't fill it. */
  readonly #targets = new Map<string, RequestTarget>();
  readonly #exact = new Map<string, RequestTarget>();
  readonly #prefixes: ReadonlyArray<readonly [path: string, target: RequestTarget]>;
  readonly #stopListening: () => void;

  constructor(deps: OperationRouterDeps) {
    this.#deps = deps;
    const routes = (deps.settings.routes ?? []).map((route): [string, RequestTarget] => [route.path, toTarget(route)]);
    routes.push([QUESTIONS, deps.questions], [RESULTS, deps.answers]);
    for (const [path, target] of routes) if (!isPrefix(path)) this.#exact.set(path, target);
    for (const path of ["/healthz", "/readyz"]) this.#exact.set(path, this.#healthTarget(path));
    this.#prefixes = routes.filter(([path]) => isPrefix(path)).sort(([one], [other]) => other.length - one.length);
    this.#stopListening = deps.registry.onChange(() => this.#targets.clear());
  }

  close(): void {
    this.#stopListening();
  }

  find({ path }: Incoming): RequestTarget {
    return this.#targets.get(path) ?? this.#look(path);
  }

  #look(encoded: string): RequestTarget {
    const path = decodedPath(encoded);
    const target = this.#operationAt(path) ?? this.#exact.get(path);
    // Each path can be encoded in many ways: only the plain one is kept.
    if (target !== undefined && path === encoded) this.#targets.set(path, target);
    return target ?? this.#routeBelow(path) ?? this.#readTarget(path);
  }

  #operationAt(path: string): RequestTarget | undefined {
    const id = operationIdIn(path);
    const spec = id === undefined ? undefined : this.#deps.registry.getSpec(id);
    if (id === undefined || spec === undefined) return undefined;
    const target = new OperationTarget(this.#deps, id, spec);
    const deprecation = toDeprecation(spec.deprecated);
    if (deprecation === undefined) return target;
    return new DeprecatedTarget(target, spec, deprecationHeaders(deprecation, this.#deps.registry));
  }

  #routeBelow(path: string): RequestTarget | undefined {
    return this.#prefixes.find(([prefix]) => path.startsWith(prefix) || path === prefix.slice(0, -1))?.[1];
  }

  #healthTarget(path: string): RequestTarget {
    return {
      access: "probe",
      answer: ({ incoming: { method }, entry }) => {
        if (method !== "GET" && method !== "HEAD") throw notAllowed("GET, HEAD");
        const isWell = path === "/healthz" || (!entry.isClosing && this.#deps.settings.isReady?.() !== false);
        const status = isWell ? "ok" : "unavailable";
        return jsonReply(isWell ? 200 : 503, { status }, ["cache-control", "no-store"]);
      },
    };
  }

  #readTarget(path: string): RequestTarget {
    return {
      allow: ALLOW,
      answer: ({ incoming, identity }) => {
        const read = this.#deps.catalogue.at(path);
        if (read === undefined) throw notFound(path, this.#deps.registry, identity);
        if (incoming.method !== "GET" && incoming.method !== "HEAD") throw notAllowed("GET, HEAD, OPTIONS");
        return read(incoming, identity);
      },
    };
  }
}

function isPrefix(path: string): boolean {
  return path.endsWith("/") && path !== "/";
}

function toTarget(route: HTTPRoute): RequestTarget {
  const answer = (request: CheckedRequest): Response | Promise<Response> =>
    route.handle(
      request.incoming.toRequest(),
      route.public === true ? { address: request.incoming.address } : infoOf(request),
    );
  const { readsAhead, answer: own = answer } = route as Partial<IncomingRoute>;
  return { access: route.public === true ? "public" : "caller", countsRequests: true, readsAhead, answer: own };
}

function infoOf({ identity, onCredentialEnd, incoming }: CheckedRequest): HTTPRequestInfo {
  return { identity, address: incoming.address, onCredentialEnd };
}

/** `/namespace/name`, where a name holds no dot. */
function operationIdIn(path: string): string | undefined {
  const slash = path.indexOf("/", 1);
  if (slash === -1 || path.indexOf("/", slash + 1) !== -1 || path.indexOf(".", slash) !== -1) return undefined;
  return `${path.slice(1, slash)}.${path.slice(slash + 1)}`;
}

function decodedPath(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    throw new HTTPRefusal(400, "The path holds a % that is not percent-encoded UTF-8.");
  }
}

function notFound(path: string, registry: OperationRegistry, identity: Identity | undefined): CallError {
  const id = path.startsWith("/~") ? undefined : operationIdIn(path);
  if (id !== undefined) return missingOperation(registry, id, identity);
  return new CallError("OPERATION_NOT_FOUND", "There is nothing at this path.");
}

function notAllowed(allow: string): HTTPRefusal {
  return new HTTPRefusal(405, `This path takes only ${allow}.`, { headers: ["allow", allow] });
}
