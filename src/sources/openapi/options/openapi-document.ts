/** Documents as their authors write them. The types name the common fields; the importer relies on none of them. */

export interface OpenAPIParameter {
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly [keyword: string]: unknown;
}

/** An operation of an OpenAPI document, with the fields that the import reads. */
export interface OpenAPIOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly parameters?: ReadonlyArray<OpenAPIParameter | { readonly $ref: string }>;
  readonly responses?: Readonly<Record<string, unknown>>;
  readonly [keyword: string]: unknown;
}

/** A parsed document: OpenAPI 3.0, 3.1 or 3.2, or Swagger 2.0. */
export interface OpenAPISpec {
  readonly openapi?: string;
  readonly swagger?: string;
  readonly info?: { readonly title?: string; readonly version?: string; readonly [keyword: string]: unknown };
  readonly paths?: Readonly<Record<string, unknown>>;
  readonly [keyword: string]: unknown;
}
