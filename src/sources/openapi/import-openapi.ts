/** Documents become operations: one per pair of path and method, or two where it also offers a stream. */
import { messageOf } from "../../errors/call-error.ts";
import type { OperationHandler, SubscriptionHandler } from "../../operation/define-operation.ts";
import { operationId } from "../../operation/operation-id.ts";
import { DocumentReferences, absoluteUrl } from "./document-references.ts";
import type { LoadedDocument } from "./document-references.ts";
import { DocumentSchemas } from "./document-schemas.ts";
import { documentVersion } from "./document-version.ts";
import { createHTTPHandler } from "./http/http-handler.ts";
import { createHTTPService } from "./http/http-service.ts";
import type { HTTPService } from "./http/http-service.ts";
import type { HTTPServiceConfig } from "./http-service-config.ts";
import type { ImportOptions } from "./import-options.ts";
import { ImportReport } from "./import-report.ts";
import type { ImportFinding, OperationReport } from "./import-report.ts";
import { ImportedOperation } from "./imported-operation.ts";
import type { SchemaBuilders } from "./imported-operation.ts";
import { buildInputSchema } from "./input-schema.ts";
import type { OpenAPISpec } from "./openapi-document.ts";
import { OperationNames } from "./operation-names.ts";
import type { OperationReading } from "./operation-reading.ts";
import { buildOutputSchema } from "./output-schema.ts";
import { ownObject, ownText } from "./raw-object.ts";
import type { RawObject } from "./raw-object.ts";
import { readOperation } from "./read-operation.ts";
import type { OperationVariant, ServiceShape } from "./read-operation.ts";
import { readPaths } from "./read-paths.ts";
import type { PathOperation } from "./read-paths.ts";
import { readSecurity, readSecuritySchemes, readServers, readSwaggerServers } from "./read-service.ts";
import type { SchemaDirection } from "./schema-translation.ts";
import type { SchemaDraft } from "./document-schemas.ts";
import { describeKept, specFields } from "./spec-fields.ts";
import type { NamedVariant } from "./spec-fields.ts";

export interface ImportedDocument {
  readonly operations: ImportedOperation[];
  readonly report: ImportReport;
}

/**
 * Imports a parsed document, and reports what became of each of its operations. Schemas are not looked at: that is
 * done when an operation is first used. Throws `VALIDATION_ERROR` for what is no OpenAPI document.
 *
 * @example
 * const { operations, report } = importOpenAPI(document, { namespace: "pets", baseUrl: "https://pets.example" });
 * console.log(report.summary());
 */
export function importOpenAPI(document: OpenAPISpec, config: HTTPServiceConfig & ImportOptions): ImportedDocument {
  const source = openDocument(document, config);
  const paths = readPaths(source);
  const candidates = paths.map((path) => ({ ...path, operationId: nameInDocument(path.operation) }));
  const names = new OperationNames(candidates);
  const operations: ImportedOperation[] = [];
  for (const candidate of candidates) {
    try {
      operations.push(...importOperation(source, candidate, names));
    } catch (thrown) {
      const { method, path, operationId } = candidate;
      source.report.addQuarantined({ method, path, operationId, reason: messageOf(thrown) });
    }
  }
  return { operations, report: source.report };
}

/**
 * The operations of a parsed document. `importOpenAPI` does the same, and gives the report too.
 *
 * @example
 * registry.registerAll(FromOpenAPI(document, { namespace: "pets", baseUrl: "https://pets.example" }));
 */
export function FromOpenAPI(spec: OpenAPISpec, config: HTTPServiceConfig & ImportOptions): ImportedOperation[] {
  return importOpenAPI(spec, config).operations;
}

/** A document, opened for reading. */
interface DocumentSource extends Pick<OperationReading, "root" | "version" | "references"> {
  readonly document: LoadedDocument;
  readonly config: HTTPServiceConfig & ImportOptions;
  readonly report: ImportReport;
  readonly schemas: DocumentSchemas;
  readonly shape: ServiceShape;
  readonly service: HTTPService;
}

function openDocument(given: OpenAPISpec, config: HTTPServiceConfig & ImportOptions): DocumentSource {
  const { root, version } = documentVersion(given);
  const url = ownText(root, "$self") ?? config.location;
  const document = { root, url: url === undefined ? undefined : absoluteUrl(url, config.location) };
  const references = new DocumentReferences(loadedDocuments(document, config));
  const info = ownObject(root, "info") ?? {};
  const report = new ImportReport(
    [ownText(info, "title") ?? "OpenAPI document", ownText(info, "version")].join(" ").trim(),
  );
  const trustsPatterns = config.patterns === "trust";
  const servers = (version === "2.0" ? readSwaggerServers(root) : readServers(root)) ?? [{ url: "/" }];
  const securitySchemes = readSecuritySchemes(document, version, references);
  return {
    root,
    version,
    document,
    references,
    report,
    config,
    schemas: new DocumentSchemas({ document, version, references, report, trustsPatterns }),
    shape: { servers, security: readSecurity(root) ?? [], securitySchemes },
    service: createHTTPService(config, { documentUrl: document.url, documentServers: servers }),
  };
}

function loadedDocuments(main: LoadedDocument, config: ImportOptions): Map<string, LoadedDocument> {
  const others = Object.entries(config.documents ?? {}).map(([address, root]): [string, LoadedDocument] => {
    const url = absoluteUrl(address, config.location);
    return [url, { root, url }];
  });
  return new Map(main.url === undefined ? others : [...others, [main.url, main]]);
}

function nameInDocument(operation: RawObject): string | undefined {
  const id = ownText(ownObject(operation, "x-operation") ?? {}, "id");
  return id === undefined ? ownText(operation, "operationId") : id.slice(id.lastIndexOf(".") + 1);
}

type Candidate = PathOperation & { readonly operationId: string | undefined };

function importOperation(source: DocumentSource, candidate: Candidate, names: OperationNames): ImportedOperation[] {
  const findings: ImportFinding[] = [];
  const reading: OperationReading = { ...source, ...candidate, findings };
  const variants = readOperation(reading, source.shape);
  const name = names.nameOf(candidate);
  return variants.map((variant, index) => {
    const isSecond = index > 0;
    const named = { ...variant, name: isSecond ? names.streamNameOf(name, candidate) : name };
    // What was found in reading is told once.
    return createOperation(source, { reading, named, findings: isSecond ? [] : findings });
  });
}

interface VariantImport {
  readonly reading: OperationReading;
  readonly named: NamedVariant;
  readonly findings: ImportFinding[];
}

function createOperation(source: DocumentSource, { reading, named, findings }: VariantImport): ImportedOperation {
  const fields = specFields(reading, named, source.config);
  const handler: OperationHandler | SubscriptionHandler = createHTTPHandler(named.shape, source.service);
  const operation = new ImportedOperation(fields, handler, schemaBuilders(source, named, findings));
  const { method, path } = reading;
  const report: OperationReport = {
    id: operationId(fields),
    method,
    path,
    findings,
    get kept() {
      return describeKept(named);
    },
  };
  source.report.addOperation(report);
  return operation;
}

function schemaBuilders(source: DocumentSource, variant: OperationVariant, findings: ImportFinding[]): SchemaBuilders {
  const { version, references } = source;
  const { parameters, body, responses, shape } = variant;
  const where = `${shape.method} ${shape.path}`;
  const build = <T>(direction: SchemaDirection, make: (draft: SchemaDraft) => T): T => {
    const draft = source.schemas.draft(direction);
    try {
      const schema = make(draft);
      findings.push(...draft.findings);
      return schema;
    } catch (thrown) {
      const { method, path } = shape;
      source.report.addQuarantined({ method, path, reason: `its ${direction} can't be used: ${messageOf(thrown)}` });
      throw thrown;
    }
  };
  return {
    input: () => build("request", (draft) => buildInputSchema(draft, { where, version, parameters, body })),
    output: () =>
      build("response", (draft) => buildOutputSchema(draft, { where, responses, stream: shape.stream, references })),
  };
}
