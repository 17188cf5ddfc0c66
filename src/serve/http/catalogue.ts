/** What clients can read of a registry: lists, specs and the OpenAPI document, as the caller may see them. */
import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import { operationId } from "../../operation/operation-id.ts";
import { assertAccess } from "../../operation/access-control.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { shortHash } from "../../shared/short-hash.ts";
import { callableSpecs, describeSpec, summarise } from "./openapi/describe-spec.ts";
import { jsonAnswer } from "../request/incoming.ts";
import type { Answer, Incoming } from "../request/incoming.ts";
import type { ServeHTTPSettings } from "../request/serve-http-options.ts";

/** Texts kept: one for each set of operations that some caller may call. */
const MOST_TEXTS = 20;

export class Catalogue {
  readonly #registry: OperationRegistry;
  readonly #settings: ServeHTTPSettings;
  readonly #texts = new Map<string, string>();
  readonly #stopListening: () => void;
  /** Another process counts its own changes. */
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

  list(incoming: Incoming, identity: Identity | undefined): Promise<Answer> {
    return this.#tagged("operations", incoming, identity, async () => {
      const operations = callableSpecs(this.#registry, identity).map(summarise);
      return JSON.stringify({ operations });
    });
  }

  document(incoming: Incoming, identity: Identity | undefined): Promise<Answer> {
    const { name: title, version, verify, anonymous } = this.#settings;
    const credentials = verify === undefined ? "none" : anonymous === true ? "optional" : "required";
    return this.#tagged("openapi", incoming, identity, async () => {
      // Most programs never ask for it.
      const { writeOpenAPI } = await import("./openapi/to-openapi.ts");
      return JSON.stringify(writeOpenAPI(callableSpecs(this.#registry, identity), { title, version, credentials }));
    });
  }

  describe(id: string, identity: Identity | undefined): Answer {
    const spec = this.#registry.getSpec(id);
    if (spec === undefined) throw new CallError("OPERATION_NOT_FOUND", `There is no operation ${id.slice(0, 200)}.`);
    assertAccess(spec, identity);
    return jsonAnswer(200, describeSpec(spec), PRIVATE);
  }

  session(identity: Identity | undefined): Answer {
    const { name, version } = this.#settings;
    const shown = identity === undefined ? null : { id: identity.id, scopes: identity.scopes };
    return jsonAnswer(200, { identity: shown, service: { name, version } }, PRIVATE);
  }

  async #tagged(
    kind: string,
    incoming: Incoming,
    identity: Identity | undefined,
    write: () => Promise<string>,
  ): Promise<Answer> {
    const ids = callableSpecs(this.#registry, identity).map(operationId);
    const version = `${this.#epoch}-${this.#changes}-${ids.length}-${shortHash(ids.join(" "))}`;
    const tag = `"${kind}-${version}"`;
    const headers = ["etag", tag, ...PRIVATE, "vary", "authorization, x-api-key"];
    if (isKnown(incoming.header("if-none-match"), tag)) return { status: 304, headers, body: undefined };
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

/** What one caller may see is not for the next, and may change at any time. */
const PRIVATE = ["cache-control", "private, no-cache"];

function isKnown(header: string | undefined, tag: string): boolean {
  return header !== undefined && header.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}
