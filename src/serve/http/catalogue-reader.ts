/** What clients can read about a registry: lists, specs and the OpenAPI document, as far as the caller may see them. */
import type { Identity } from "../../operation/access-control.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import { assertAccess } from "../../operation/access-control.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { jsonInSlices } from "../../shared/time/json-in-slices.ts";
import { CatalogueTexts } from "./catalogue-texts.ts";
import { seesFiles, withoutFile } from "./visible-origin.ts";
import { describeSpec, summarise } from "./openapi/describe-spec.ts";
import { jsonReply } from "../request/incoming.ts";
import { missingOperation } from "../request/missing-operation.ts";
import type { Incoming, Reply } from "../request/incoming.ts";
import type { ServeHTTPSettings } from "./serve-http-options.ts";

const SPEC_PATH = "/~/operations/";

type Read = (incoming: Incoming, identity: Identity | undefined) => Reply | Promise<Reply>;

export class CatalogueReader {
  readonly #registry: OperationRegistry;
  readonly #settings: ServeHTTPSettings;
  readonly #texts: CatalogueTexts;
  readonly #stopListening: () => void;

  constructor(registry: OperationRegistry, settings: ServeHTTPSettings) {
    this.#registry = registry;
    this.#settings = settings;
    this.#texts = new CatalogueTexts(registry);
    this.#stopListening = registry.onChange(([change]) => this.#texts.clear(change?.caller));
  }

  close(): void {
    this.#stopListening();
  }

  /** What can be read at a path; undefined if there is nothing. */
  at(path: string): Read | undefined {
    if (path === "/openapi.json") return (incoming, identity) => this.#document(incoming, identity);
    if (path === "/~/operations") return (incoming, identity) => this.#list(incoming, identity);
    if (path === "/~/session") return (_incoming, identity) => this.#session(identity);
    if (!path.startsWith(SPEC_PATH) || path === SPEC_PATH) return undefined;
    return (_incoming, identity) => this.#describe(path.slice(SPEC_PATH.length), identity);
  }

  #list(incoming: Incoming, identity: Identity | undefined): Promise<Reply> {
    return this.#tagged("operations", { incoming, identity }, (specs) =>
      jsonInSlices(() => ({ operations: mapped(specs, summarise) }), 2),
    );
  }

  #document(incoming: Incoming, identity: Identity | undefined): Promise<Reply> {
    const { name: title, version, authenticate, anonymous } = this.#settings;
    const credentials = authenticate === undefined ? "none" : anonymous === true ? "optional" : "required";
    return this.#tagged("openapi", { incoming, identity }, async (specs) => {
      // Loaded late: most programs never ask for it.
      const { writeOpenAPIInSlices } = await import("./openapi/to-openapi.ts");
      return writeOpenAPIInSlices(specs, { title, version, credentials });
    });
  }

  #describe(id: string, identity: Identity | undefined): Reply {
    const spec = this.#registry.getSpec(id);
    if (spec === undefined) throw missingOperation(this.#registry, id, identity);
    assertAccess(spec, identity);
    return jsonReply(200, describeSpec(seesFiles(identity) ? spec : withoutFile(spec)), PRIVATE);
  }

  #session(identity: Identity | undefined): Reply {
    const { name, version } = this.#settings;
    const { id, issuer, scopes } = identity ?? {};
    const shown = identity === undefined ? null : { id, issuer, scopes };
    return jsonReply(200, { identity: shown, service: { name, version } }, PRIVATE);
  }

  async #tagged(
    kind: string,
    { incoming, identity }: { readonly incoming: Incoming; readonly identity: Identity | undefined },
    write: (specs: readonly OperationSpec[]) => Promise<string>,
  ): Promise<Reply> {
    const view = await this.#texts.view(identity);
    // Administrators have texts of their own, although they may call the same as others.
    const isWhole = seesFiles(identity);
    const name = isWhole ? `${kind}-whole` : kind;
    const tag = `"${name}-${view.version}"`;
    const headers = ["etag", tag, ...PRIVATE, "vary", "authorization, x-api-key"];
    if (isKnown(incoming.headers["if-none-match"], tag)) return { status: 304, headers };
    const body = await this.#texts.text(name, view, () => write(isWhole ? view.specs : view.specs.map(withoutFile)));
    return { status: 200, headers: ["content-type", "application/json", ...headers], body };
  }
}

function* mapped<T, U>(values: Iterable<T>, map: (value: T) => U): Generator<U> {
  for (const value of values) yield map(value);
}

/** Caches must not give one caller's view to the next, nor keep it without asking. */
const PRIVATE = ["cache-control", "private, no-cache"];

function isKnown(header: string | undefined, tag: string): boolean {
  return header !== undefined && header.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}
