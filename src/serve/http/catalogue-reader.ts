/** What clients can read about a registry: lists, specs and the OpenAPI document, as far as the caller may see them. */
import type { Identity } from "../../operation/access-control.ts";
import { operationId } from "../../operation/operation-id.ts";
import { assertAccess } from "../../operation/access-control.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { shortHash } from "../../shared/short-hash.ts";
import { callableSpecs, describeSpec, summarise } from "./openapi/describe-spec.ts";
import { jsonReply } from "../request/incoming.ts";
import { missingOperation } from "../request/missing-operation.ts";
import type { Incoming, Reply } from "../request/incoming.ts";
import type { ServeHTTPSettings } from "./serve-http-options.ts";

/** Texts kept: one for each set of operations that some caller may call. */
const MOST_TEXTS = 20;

const SPEC_PATH = "/~/operations/";

type Read = (incoming: Incoming, identity: Identity | undefined) => Reply | Promise<Reply>;

export class CatalogueReader {
  readonly #registry: OperationRegistry;
  readonly #settings: ServeHTTPSettings;
  readonly #texts = new Map<string, string>();
  readonly #stopListening: () => void;
  /** Tells this process from the next, which counts its changes anew. */
  readonly #epoch = Date.now().toString(36);
  #changes = 0;

  constructor(registry: OperationRegistry, settings: ServeHTTPSettings) {
    this.#registry = registry;
    this.#settings = settings;
    this.#stopListening = registry.onChange(() => {
      this.#changes++;
      this.#texts.clear();
    });
  }

  close(): void {
    this.#stopListening();
  }

  /** What can be read at a path; undefined where there is nothing. */
  at(path: string): Read | undefined {
    if (path === "/openapi.json") return (incoming, identity) => this.#document(incoming, identity);
    if (path === "/~/operations") return (incoming, identity) => this.#list(incoming, identity);
    if (path === "/~/session") return (_incoming, identity) => this.#session(identity);
    if (!path.startsWith(SPEC_PATH) || path === SPEC_PATH) return undefined;
    return (_incoming, identity) => this.#describe(path.slice(SPEC_PATH.length), identity);
  }

  #list(incoming: Incoming, identity: Identity | undefined): Promise<Reply> {
    return this.#tagged("operations", incoming, identity, async () => {
      const operations = callableSpecs(this.#registry, identity).map(summarise);
      return JSON.stringify({ operations });
    });
  }

  #document(incoming: Incoming, identity: Identity | undefined): Promise<Reply> {
    const { name: title, version, authenticate, anonymous } = this.#settings;
    const credentials = authenticate === undefined ? "none" : anonymous === true ? "optional" : "required";
    return this.#tagged("openapi", incoming, identity, async () => {
      // Loaded late: most programs never ask for it.
      const { writeOpenAPI } = await import("./openapi/to-openapi.ts");
      return JSON.stringify(writeOpenAPI(callableSpecs(this.#registry, identity), { title, version, credentials }));
    });
  }

  #describe(id: string, identity: Identity | undefined): Reply {
    const spec = this.#registry.getSpec(id);
    if (spec === undefined) throw missingOperation(this.#registry, id, identity);
    assertAccess(spec, identity);
    return jsonReply(200, describeSpec(spec), PRIVATE);
  }

  #session(identity: Identity | undefined): Reply {
    const { name, version } = this.#settings;
    const { id, issuer, scopes } = identity ?? {};
    const shown = identity === undefined ? null : { id, issuer, scopes };
    return jsonReply(200, { identity: shown, service: { name, version } }, PRIVATE);
  }

  async #tagged(
    kind: string,
    incoming: Incoming,
    identity: Identity | undefined,
    write: () => Promise<string>,
  ): Promise<Reply> {
    const ids = callableSpecs(this.#registry, identity).map(operationId);
    const version = `${this.#epoch}-${this.#changes}-${ids.length}-${shortHash(ids.join(" "))}`;
    const tag = `"${kind}-${version}"`;
    const headers = ["etag", tag, ...PRIVATE, "vary", "authorization, x-api-key"];
    if (isKnown(incoming.headers["if-none-match"], tag)) return { status: 304, headers };
    const key = `${kind} ${ids.join(" ")}`;
    let text = this.#texts.get(key);
    if (text === undefined) {
      const changes = this.#changes;
      text = await write();
      if (changes === this.#changes) this.#keep(key, text);
    }
    return { status: 200, headers: ["content-type", "application/json", ...headers], body: text };
  }

  #keep(key: string, text: string): void {
    const [oldest] = this.#texts.keys();
    if (this.#texts.size >= MOST_TEXTS && oldest !== undefined) this.#texts.delete(oldest);
    this.#texts.set(key, text);
  }
}

/** Caches must not give one caller's view to the next, nor keep it without asking. */
const PRIVATE = ["cache-control", "private, no-cache"];

function isKnown(header: string | undefined, tag: string): boolean {
  return header !== undefined && header.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}
