import type { AccessControl } from "../../../operation/access-control.ts";

/** The part of a file system that `FromOpenAPIFile` needs. Pass your own on a runtime without one. */
export interface OpenAPIFS {
  readFile(path: string): Promise<string>;
}

/** Allows external `$ref`s, which are off by default. */
export interface ExternalReferences {
  /** A URL or a folder. Only documents inside it are loaded. */
  readonly base: string;
  /** Returns the text of the document at a URL. Default: reads `file:` from disk, fetches `http:` and `https:`. */
  readonly load?: ((url: string) => Promise<string>) | undefined;
  /**
   * Largest text of all these documents together, in bytes. A document counts as 4 KiB at least. Default: 64 MiB. What
   * is beyond is left out with a finding, and an operation that needs it is quarantined or widened.
   */
  readonly maxBytes?: number | undefined;
}

/** How a document is read. */
export interface ImportOptions {
  /** The document's address. Relative `servers` and references start there. `FromOpenAPIFile` and `…Url` set it. */
  readonly location?: string | undefined;
  /** Parsed documents that `$ref`s may lead to, by URL. */
  readonly documents?: Readonly<Record<string, unknown>> | undefined;
  /** Lets `FromOpenAPIFile` and `FromOpenAPIUrl` load the documents that `$ref`s lead to. */
  readonly references?: ExternalReferences | undefined;
  /** Applies to every operation. Default: no requirements. */
  readonly accessControl?: AccessControl | undefined;
  /**
   * `safe` (default) leaves out the patterns of schemas that could take very long to match, and reports them. `trust`
   * uses them all.
   */
  readonly patterns?: "safe" | "trust" | undefined;
  /**
   * Applies to operations that carry their id in `x-operation`. `nested` (default) puts their namespace inside the
   * config's `namespace`. `document` takes the id as it is: choose that only for documents that you trust.
   */
  readonly namespaces?: "nested" | "document" | undefined;
  /** Largest text of one document, in bytes. Default: 64 MiB for JSON; 8 MiB for YAML, which is much slower to read. */
  readonly maxBytes?: number | undefined;
  /** Also returns a digest of the document's text, unless other documents belong to it. Default: false. */
  readonly revision?: boolean | undefined;
  /** Aborts fetching and reading by `FromOpenAPIFile` and `FromOpenAPIUrl`. */
  readonly signal?: AbortSignal | undefined;
}
