/** What became of a part of the document that could not be taken as it stands. */
export interface ImportFinding {
  /** `repaired`: read as it was meant; `widened`: accepts more than the document says; `left out`: not there. */
  readonly kind: "repaired" | "widened" | "left out";
  /** The place in the document: `GET /pets parameter "limit"`, `schema Pet /properties/name`. */
  readonly where: string;
  readonly why: string;
}

/** A pair of path and method that did not become an operation, or an operation that can't be called. */
export interface QuarantinedOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId?: string | undefined;
  readonly reason: string;
}

/** What is known of one imported operation. */
export interface OperationReport {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** What was taken: `path parameter "id"`, `body application/json`, `response 200 application/json`. */
  readonly kept: readonly string[];
  /** What was not taken as it stands. Findings in schemas join when the schemas are first used. */
  readonly findings: readonly ImportFinding[];
}

const SHOWN_IN_SUMMARY = 20;

/** What an import did with a document. It grows: schemas are read when they are first used, and only then judged. */
export class ImportReport {
  /** The document's title and version, as far as it has them. */
  readonly document: string;
  readonly #operations = new Map<string, OperationReport>();
  readonly #quarantined: QuarantinedOperation[] = [];
  readonly #findings: ImportFinding[] = [];
  #convertedSchemas = 0;

  constructor(document: string) {
    this.document = document;
  }

  /** Per imported operation, in the document's order. */
  get operations(): readonly OperationReport[] {
    return [...this.#operations.values()];
  }

  get quarantined(): readonly QuarantinedOperation[] {
    return this.#quarantined;
  }

  /** All findings so far, each once, however many operations it concerns. */
  get findings(): readonly ImportFinding[] {
    return this.#findings;
  }

  /** How many of the document's shared schemas were converted so far. */
  get convertedSchemas(): number {
    return this.#convertedSchemas;
  }

  /** The report of one operation, by its id. */
  operation(id: string): OperationReport | undefined {
    return this.#operations.get(id);
  }

  /** A few lines for people. */
  summary(): string {
    const streams = [...this.#operations.values()].filter(({ kept }) => kept.includes("stream")).length;
    const lines = [
      `${this.document}: ${count(this.#operations.size, "operation")} imported` +
        `${streams > 0 ? ` (${count(streams, "stream")})` : ""}, ${String(this.#quarantined.length)} quarantined`,
      ...this.#quarantined.map(({ method, path, reason }) => `  quarantined: ${method} ${path}: ${reason}`),
      ...this.#findings.map(({ kind, where, why }) => `  ${kind}: ${where}: ${why}`),
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
  addOperation(operation: OperationReport): void {
    this.#operations.set(operation.id, operation);
    for (const finding of operation.findings) this.#findings.push(finding);
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

function count(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? "" : "s"}`;
}
