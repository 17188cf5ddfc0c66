/** Turns documents into operations: one per pair of path and method, or two if the pair also offers a stream. */
import type { DescribedLogin } from "../login/oauth-server.ts";
import type { SecuritySchemeShape } from "./operation/operation-shape.ts";
import { messageOf } from "../../errors/call-error.ts";
import { deferHTTP } from "./call/deferred-http.ts";
import { DocumentReferences, absoluteUrl } from "./document/document-references.ts";
import type { LoadedDocument } from "./document/document-references.ts";
import { DocumentSchemas } from "./schema/document-schemas.ts";
import { documentVersion } from "./document/document-version.ts";
import type { AskingServiceConfig } from "./options/asked-login.ts";
import type { HTTPServiceConfig } from "./options/http-service-config.ts";
import type { ImportOptions } from "./options/import-options.ts";
import { ImportReport } from "./options/import-report.ts";
import type { ImportFinding } from "./options/import-report.ts";
import { DocumentOperation } from "./imported-operation.ts";
import type { ImportedOperation } from "./imported-operation.ts";
import { LazyVariant } from "./lazy-variant.ts";
import type { DocumentSource } from "./lazy-variant.ts";
import type { OpenAPISpec } from "./options/openapi-document.ts";
import { OperationNames } from "./operation/operation-names.ts";
import { ownObject, ownText } from "./document/raw-object.ts";
import { idInDocument } from "./operation/own-extension.ts";
import { readingOf } from "./operation/operation-reading.ts";
import { checkOperation } from "./operation/read-operation.ts";
import { isOrdinary } from "./operation/ordinary-operation.ts";
import { findEquivalentPaths, readPaths } from "./operation/read-paths.ts";
import type { PathOperation } from "./operation/read-paths.ts";
import type { DocumentOrigin } from "./request/server-url.ts";
import { readSecurity, readSecuritySchemes, readServers, readSwaggerServers } from "./operation/read-service.ts";

/** The operations of an OpenAPI document, and what the import found in it. */
export interface ImportedDocument {
  readonly operations: ImportedOperation[];
  readonly report: ImportReport;
  /** The names of its security schemes. */
  readonly securitySchemes: readonly string[];
  /** What they say about logins. */
  readonly logins: readonly DescribedLogin[];
  /** The address of the API: `baseUrl`, or else the document's server. Rejects if neither can be called. */
  readonly server: () => Promise<URL>;
  /** A digest of the document's text, if the import was asked for it. */
  readonly revision?: string | undefined;
}

/**
 * Imports a parsed document, and reports what became of each of its operations. Schemas are not read until an operation
 * is first used. Throws `VALIDATION_ERROR` for anything but an OpenAPI document.
 *
 * @example
 * const { operations, report } = importOpenAPI(document, { namespace: "pets", baseUrl: "https://pets.example" });
 * console.log(report.summary());
 */
export function importOpenAPI(document: OpenAPISpec, config: HTTPServiceConfig & ImportOptions): ImportedDocument {
  return importDocument(document, config);
}

const PLAIN = [undefined] as const;
const DEFAULT_VERSION = "1.0.0";

/**
 * Internal options of an import: how close the server that sent the document is, if known, the login of a hub, and which
 * documents were not loaded, by URL, with the reasons.
 */
type FoundConfig = AskingServiceConfig &
  ImportOptions &
  Pick<DocumentOrigin, "reach"> & { readonly notLoaded?: ReadonlyMap<string, string> };

export function importDocument(document: OpenAPISpec, config: FoundConfig): ImportedDocument {
  const source = openDocument(document, config);
  const { operations: candidates, paths } = readPaths(source);
  const names = new OperationNames(candidates);
  const operations: ImportedOperation[] = [];
  const importing = { source, names, operations };
  for (let at = 0; at < candidates.length; at++) {
    const candidate = candidates[at]!;
    try {
      importOperation(importing, candidate);
    } catch (thrown) {
      const { method, path, operationId } = candidate;
      source.report.addQuarantined({ method, path, operationId, reason: messageOf(thrown) });
    }
  }
  source.report.postpone(() => [...findEquivalentPaths(paths), ...source.variants.flatMap((variant) => variant.found)]);
  return {
    operations,
    report: source.report,
    securitySchemes: Object.keys(source.shape.securitySchemes),
    logins: Object.values(source.shape.securitySchemes).flatMap(loginOf),
    async server() {
      const { chooseTarget } = await import("./request/server-url.ts");
      return chooseTarget(source.shape.servers, { config, ...source.origin }).base;
    },
  };
}

function loginOf(scheme: SecuritySchemeShape): DescribedLogin[] {
  if (scheme.type === "oauth2") return scheme.login === undefined ? [{ tokenUrl: scheme.tokenUrl }] : [scheme.login];
  return scheme.type === "openIdConnect" ? [{ openIdConnectUrl: scheme.url }] : [];
}

/**
 * The operations of a parsed document. `importOpenAPI` returns the report too.
 *
 * @example
 * registry.registerAll(FromOpenAPI(document, { namespace: "pets", baseUrl: "https://pets.example" }));
 */
export function FromOpenAPI(spec: OpenAPISpec, config: HTTPServiceConfig & ImportOptions): ImportedOperation[] {
  return importOpenAPI(spec, config).operations;
}

function openDocument(given: OpenAPISpec, config: FoundConfig): DocumentSource {
  const { root, version } = documentVersion(given);
  const url = ownText(root, "$self") ?? config.location;
  const document = { root, url: url === undefined ? undefined : absoluteUrl(url, config.location) };
  const references = new DocumentReferences(loadedDocuments(document, config), config.notLoaded);
  const info = ownObject(root, "info") ?? {};
  const title = ownText(info, "title") ?? "OpenAPI document";
  const serviceVersion = ownText(info, "version");
  const report = new ImportReport([title, serviceVersion].join(" ").trim());
  for (const [url, why] of config.notLoaded ?? []) {
    report.addFinding({ kind: "left out", where: `document ${url}`, why });
  }
  const variants: LazyVariant[] = [];
  let ids: Map<string, string> | undefined;
  const trustsPatterns = config.patterns === "trust";
  const servers = (version === "2.0" ? readSwaggerServers(root) : readServers(root)) ?? [{ url: "/" }];
  const securitySchemes = readSecuritySchemes(document, version, references);
  // `foundAt` is where the document was really found; `$self`, in `documentUrl`, is only its own claim.
  const { location: foundAt, reach } = config;
  const origin = { documentUrl: document.url, foundAt, reach, documentServers: servers };
  return {
    root,
    version,
    document,
    references,
    report,
    config,
    serviceVersion: serviceVersion ?? DEFAULT_VERSION,
    variants,
    idOf: (nameInDocument) => (ids ??= idsOf(variants)).get(nameInDocument),
    schemas: new DocumentSchemas({ document, version, references, report, trustsPatterns }),
    shape: { servers, security: readSecurity(root) ?? [], securitySchemes },
    origin,
    deferHandler: deferHTTP(config, origin),
  };
}

/** Built on first use: only a deprecated operation that names its successor needs it. */
function idsOf(variants: readonly LazyVariant[]): Map<string, string> {
  const ids = new Map<string, string>();
  for (const { id, candidate } of variants) {
    const name = idInDocument(candidate.operation);
    if (name !== undefined) ids.set(name, id);
  }
  return ids;
}

function loadedDocuments(main: LoadedDocument, config: ImportOptions): Map<string, LoadedDocument> {
  const others = Object.entries(config.documents ?? {}).map(([address, root]): [string, LoadedDocument] => {
    const url = absoluteUrl(address, config.location);
    return [url, { root, url }];
  });
  return new Map(main.url === undefined ? others : [...others, [main.url, main]]);
}

interface Importing {
  readonly source: DocumentSource;
  readonly names: OperationNames<PathOperation>;
  /** Receives the operations that the candidates become. */
  readonly operations: ImportedOperation[];
}

function importOperation({ source, names, operations }: Importing, candidate: PathOperation): void {
  // The findings of an ordinary operation are made when the report is read.
  const findings: ImportFinding[] | undefined = isOrdinary(source, candidate) ? undefined : [];
  const forms = findings === undefined ? PLAIN : checkOperation(readingOf(source, candidate, findings));
  const name = names.nameOf(candidate);
  for (let at = 0; at < forms.length; at++) {
    const form = forms[at];
    const isSecond = at > 0;
    const ownName = isSecond ? names.streamNameOf(name, candidate) : name;
    // Only one of the two reports the findings.
    const variant = new LazyVariant(source, candidate, { name: ownName, form, findings: isSecond ? [] : findings });
    source.report.addOperation(variant);
    if (!isSecond) source.variants.push(variant);
    operations.push(new DocumentOperation(variant));
  }
}
