import { counted } from "../../../shared/short-text.ts";

/** A part of the document that could not be imported as written, and what the importer did with it. */
export interface ImportFinding {
  /**
   * `repaired`: read as it was probably meant. `widened`: accepts more than the document says. `left out`: not
   * imported.
   */
  readonly kind: "repaired" | "widened" | "left out";
  /** The location in the document: `GET /pets parameter "limit"`, `schema Pet /properties/name`. */
  readonly where: string;
  readonly why: string;
}

/** A pair of path and method that did not become an operation, or an operation that cannot be called. */
export interface QuarantinedOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId?: string | undefined;
  readonly reason: string;
}

/** What the import knows about one operation. */
export interface OperationReport {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The parts that were imported: `path parameter "id"`, `body application/json`, `response 200 application/json`. */
  readonly kept: readonly string[];
  /** The parts that were not imported as written. Findings in schemas are added when the schemas are first used. */
  readonly findings: readonly ImportFinding[];
}

const SHOWN_IN_SUMMARY = 20;

/**
 * What an import did with a document. The report grows, because schemas are read and checked when they are first used.
 */
export class ImportReport {
  /** The document's title and version, if it has them. */
  readonly document: string;
  readonly #operations: OperationReport[] = [];
  #operationsById: Map<string, OperationReport> | undefined;
  #streams = 0;
  readonly #quarantined: QuarantinedOperation[] = [];
  #findings: ImportFinding[] = [];
  #findFirst: (() => readonly ImportFinding[]) | undefined;
  #convertedSchemas = 0;

  constructor(document: string) {
    this.document = document;
  }

  /** The imported operations, in the document's order. */
  get operations(): readonly OperationReport[] {
    return [...this.#operations];
  }

  get quarantined(): readonly QuarantinedOperation[] {
    return this.#quarantined;
  }

  /** All findings so far. Each is listed once, however many operations it concerns. */
  get findings(): readonly ImportFinding[] {
    const findFirst = this.#findFirst;
    this.#findFirst = undefined;
    if (findFirst !== undefined) this.#findings = [...findFirst(), ...this.#findings];
    return this.#findings;
  }

  /** The number of the document's shared schemas that were converted so far. */
  get convertedSchemas(): number {
    return this.#convertedSchemas;
  }

  /** The report of one operation, by its id. */
  operation(id: string): OperationReport | undefined {
    this.#operationsById ??= new Map(this.#operations.map((operation) => [operation.id, operation]));
    return this.#operationsById.get(id);
  }

  /** A short text for people. */
  summary(): string {
    const streams = this.#streams;
    const lines = [
      `${this.document}: ${counted(this.#operations.length, "operation")} imported` +
        `${streams > 0 ? ` (${counted(streams, "stream")})` : ""}, ${String(this.#quarantined.length)} quarantined`,
      ...this.#quarantined.map(({ method, path, reason }) => `  quarantined: ${method} ${path}: ${reason}`),
      ...this.findings.map(({ kind, where, why }) => `  ${kind}: ${where}: ${why}`),
    ];
    const hidden = lines.length - 1 - SHOWN_IN_SUMMARY;
    if (hidden <= 0) return lines.join("\n");
    return [...lines.slice(0, SHOWN_IN_SUMMARY + 1), `  and ${String(hidden)} more`].join("\n");
  }

  /** The whole report as data. */
  toJSON(): Pick<ImportReport, "document" | "operations" | "quarantined" | "findings"> {
    const { document, operations, quarantined, findings } = this;
    return { document, operations, quarantined, findings };
  }

  /** @internal */
  addOperation(operation: OperationReport & { readonly form: unknown }): void {
    this.#operations.push(operation);
    this.#operationsById = undefined;
    if (operation.form !== undefined) this.#streams++;
  }

  /**
   * Adds findings that come before all others. `find` is called when findings are first read.
   *
   * @internal
   */
  postpone(find: () => readonly ImportFinding[]): void {
    this.#findFirst = find;
  }

  /** @internal */
  addQuarantined(operation: QuarantinedOperation): void {
    this.#quarantined.push(operation);
  }

  /** @internal */
  addFinding(finding: ImportFinding): void {
    this.#findings.push(finding);
  }

  /** @internal */
  countConvertedSchema(): void {
    this.#convertedSchemas++;
  }
}
