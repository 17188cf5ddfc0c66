import type { AccessControl } from "../../../operation/access-control.ts";

/** External `$ref`s: off unless these are given. */
export interface ExternalReferences {
  /** A URL or a folder. Only what lies in it is loaded. */
  readonly base: string;
  /** Gives the text of a document by its URL. Default: reads `file:` from disk, and fetches `http:` and `https:`. */
  readonly load?: ((url: string) => Promise<string>) | undefined;
}

/** How a document is read. */
export interface ImportOptions {
  /** Where the document was found: relative `servers` and references start there. `FromOpenAPIFile` and `…Url` set it. */
  readonly location?: string | undefined;
  /** Documents that `$ref`s may lead to, already parsed, by URL. */
  readonly documents?: Readonly<Record<string, unknown>> | undefined;
  /** Lets `FromOpenAPIFile` and `FromOpenAPIUrl` load the documents that `$ref`s lead to. */
  readonly references?: ExternalReferences | undefined;
  /** Of every operation. Default: no requirements. */
  readonly accessControl?: AccessControl | undefined;
  /**
   * `safe` (default) leaves out the patterns of schemas that could take very long to match, and reports them; `trust`
   * uses them all.
   */
  readonly patterns?: "safe" | "trust" | undefined;
  /**
   * Where an operation carries its id in `x-operation`: `nested` (default) puts its namespace inside the config's
   * `namespace`, `document` takes the id as it is. Choose that only for documents that you trust.
   */
  readonly namespaces?: "nested" | "document" | undefined;
  /** Largest text of a document, in bytes. Default: 64 MiB for JSON, 8 MiB for YAML, which is read much more slowly. */
  readonly maxBytes?: number | undefined;
  /** Gives up what `FromOpenAPIFile` and `FromOpenAPIUrl` are about to fetch or read. */
  readonly signal?: AbortSignal | undefined;
}
