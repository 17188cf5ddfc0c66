import type { TSchema } from "typebox";
import { messageOf } from "../../errors/call-error.ts";
import { operationId } from "../../operation/operation-id.ts";
import type { ErrorDeclaration } from "../../operation/declared-error.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import type { LoadedDocument } from "./document/document-references.ts";
import type { DocumentSchemas, SchemaDraft } from "./schema/document-schemas.ts";
import type { CallDescription, UnreadCall, DeferHandler } from "./call/deferred-http.ts";
import type { HTTPServiceConfig } from "./options/http-service-config.ts";
import type { ImportOptions } from "./options/import-options.ts";
import type { ImportFinding, ImportReport, OperationReport } from "./options/import-report.ts";
import { ANY_ANSWER, buildAnswersSchema, describeAnswers } from "./operation/error-schema.ts";
import { buildInputSchema } from "./operation/input-schema.ts";
import type { SchemaSources } from "./operation/input-schema.ts";
import { readingOf } from "./operation/operation-reading.ts";
import type { DocumentReading } from "./operation/operation-reading.ts";
import type { StreamFormat } from "./operation/operation-shape.ts";
import { buildOutputSchema } from "./operation/output-schema.ts";
import { ownErrors } from "./operation/own-extension.ts";
import type { DocumentOrigin } from "./request/server-url.ts";
import { checkOperation, readOperation } from "./operation/read-operation.ts";
import type { OperationVariant, ServiceShape } from "./operation/read-operation.ts";
import type { PathOperation } from "./operation/read-paths.ts";
import type { MessageDirection } from "./schema/schema-translation.ts";

/** A document that is open for reading. */
export interface DocumentSource extends DocumentReading {
  readonly document: LoadedDocument;
  readonly config: HTTPServiceConfig & ImportOptions;
  readonly report: ImportReport;
  readonly schemas: DocumentSchemas;
  readonly shape: ServiceShape;
  /** The version of its operations, unless they say otherwise. */
  readonly serviceVersion: string;
  readonly deferHandler: DeferHandler;
  readonly origin: DocumentOrigin;
  /** The imported operations, each in its first form. */
  readonly variants: LazyVariant[];
  /** The id of an imported operation, by its name in the document. */
  readonly idOf: (nameInDocument: string) => string | undefined;
}

/** The name of a variant, and how it answers. */
type VariantIdentity = Pick<LazyVariant, "name" | "form"> & {
  /** The findings of the import. If undefined, they are made when they are first read. */
  readonly findings: readonly ImportFinding[] | undefined;
};

/** What is kept once a variant is used. It is separate, because few of thousands of operations are used. */
interface UsedVariant {
  read?: OperationVariant;
  inputSchema?: TSchema;
  outputSchema?: TSchema;
  errorSchemas?: { readonly built: OperationSpec["errorSchemas"] };
  /** The schemas in use. Their findings grow. */
  readonly drafts: SchemaDraft[];
  /** What was found in schemas that were used, beyond the drafts. */
  readonly late: ImportFinding[];
  /** A schema that cannot be used is reported once, however often it is read. */
  readonly failures: Map<MessageDirection, { readonly thrown: unknown }>;
}

/**
 * One way to call an operation, read when it is first used. The import has already read it to check that it can be
 * called, but keeping the result would take as much memory as the rest of the import.
 */
export class LazyVariant implements OperationReport, UnreadCall {
  // Declared only, as in `ImportedOperation`.
  declare readonly name: string;
  /** The stream that this variant answers with, if any. */
  declare readonly form: StreamFormat | undefined;
  declare readonly source: DocumentSource;
  declare readonly candidate: PathOperation;
  #found: readonly ImportFinding[] | undefined;
  #used: UsedVariant | undefined;

  constructor(source: DocumentSource, candidate: PathOperation, { name, form, findings }: VariantIdentity) {
    this.source = source;
    this.candidate = candidate;
    this.name = name;
    this.form = form;
    this.#found = findings;
  }

  get id(): string {
    return operationId(this);
  }

  get namespace(): string {
    return this.candidate.namespace;
  }

  get method(): string {
    return this.candidate.method;
  }

  get path(): string {
    return this.candidate.path;
  }

  /** The findings without those in schemas. */
  get found(): readonly ImportFinding[] {
    return (this.#found ??= findingsOf(this));
  }

  get findings(): readonly ImportFinding[] {
    const { drafts = [], late = [] } = this.#used ?? {};
    return [...this.found, ...late, ...drafts.flatMap(({ findings }) => findings)];
  }

  get kept(): readonly string[] {
    const { shape } = this.#read();
    return [
      ...(shape.stream === undefined ? [] : ["stream"]),
      ...shape.parameters.map((parameter) => `${parameter.in} parameter ${JSON.stringify(parameter.name)}`),
      ...(shape.body?.contents.map(({ mediaType }) => `body ${mediaType}`) ?? []),
      ...shape.responses.map(({ status, mediaTypes }) => `response ${[status, ...mediaTypes].join(" ")}`),
    ];
  }

  /** `JSON.stringify` does not see getters. */
  toJSON(): OperationReport {
    const { id, method, path, kept, findings } = this;
    return { id, method, path, kept, findings };
  }

  readCall(): CallDescription {
    return { shape: this.#read().shape, inputSchema: this.inputSchema };
  }

  get inputSchema(): TSchema {
    return (this.#uses().inputSchema ??= this.#build("request", (draft) =>
      buildInputSchema(draft, this.#schemaSources()),
    ));
  }

  get outputSchema(): TSchema {
    return (this.#uses().outputSchema ??= this.#build("response", (draft) =>
      buildOutputSchema(draft, this.#schemaSources()),
    ));
  }

  get errorSchemas(): OperationSpec["errorSchemas"] {
    return (this.#uses().errorSchemas ??= { built: this.#buildErrorSchemas() }).built;
  }

  /** The errors that `x-operation` declares. For an API that is not ours, also its answers with an error status. */
  #buildErrorSchemas(): OperationSpec["errorSchemas"] {
    const declared = this.#buildOwnErrors();
    const { shape, responses } = this.#read();
    if (shape.ownInput !== undefined) return declared;
    let schema: TSchema | undefined;
    const build = (): TSchema => (schema ??= this.#buildAnswersSchema());
    const answers: ErrorDeclaration = {
      description: describeAnswers(responses),
      get schema() {
        return build();
      },
    };
    return { EXECUTION_ERROR: answers, ...declared };
  }

  #buildAnswersSchema(): TSchema {
    try {
      const draft = this.source.schemas.draft("response");
      const schema = buildAnswersSchema(draft, this.#schemaSources());
      this.#uses().drafts.push(draft);
      return schema;
    } catch (thrown) {
      const why = `the schemas of its errors cannot be used: ${messageOf(thrown)}`;
      const finding: ImportFinding = { kind: "widened", where: `${this.method} ${this.path} responses`, why };
      this.#uses().late.push(finding);
      this.source.report.addFinding(finding);
      return ANY_ANSWER;
    }
  }

  #buildOwnErrors(): OperationSpec["errorSchemas"] {
    const declared = ownErrors(this.candidate.operation);
    if (declared === undefined) return undefined;
    const { document } = this.candidate;
    const built = Object.entries(declared).map(([code, { schema, ...rest }]): [string, ErrorDeclaration] => {
      if (schema === undefined) return [code, rest];
      const root = this.source.references.resolveRoot(schema, document);
      const place = { document: root.document, where: `${this.method} ${this.path} error ${code}` };
      try {
        const details = this.#build("response", (draft) => draft.finish(draft.translate(root.value, place) as object));
        return [code, { ...rest, schema: details }];
      } catch {
        // The report lists it. The operation works without the schema.
        return [code, rest];
      }
    });
    return Object.fromEntries(built);
  }

  #uses(): UsedVariant {
    return (this.#used ??= { drafts: [], late: [], failures: new Map() });
  }

  #read(): OperationVariant {
    const { source, candidate, form } = this;
    return (this.#uses().read ??= readOperation(readingOf(source, candidate, []), source.shape, form));
  }

  #schemaSources(): SchemaSources {
    const { version, references } = this.source;
    return { ...this.#read(), where: `${this.method} ${this.path}`, version, references };
  }

  #build(direction: MessageDirection, make: (draft: SchemaDraft) => TSchema): TSchema {
    const { failures } = this.#uses();
    const failure = failures.get(direction);
    if (failure !== undefined) throw failure.thrown;
    const draft = this.source.schemas.draft(direction);
    try {
      const schema = make(draft);
      this.#uses().drafts.push(draft);
      return schema;
    } catch (thrown) {
      const { method, path, operationId } = this.candidate;
      const reason = `the schema of its ${direction} cannot be used: ${messageOf(thrown)}`;
      this.source.report.addQuarantined({ method, path, operationId, reason });
      failures.set(direction, { thrown });
      throw thrown;
    }
  }
}

/** The import has checked the operation, so it can be called: this does not throw. */
function findingsOf({ source, candidate }: LazyVariant): ImportFinding[] {
  const findings: ImportFinding[] = [];
  checkOperation(readingOf(source, candidate, findings));
  return findings;
}
