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

interface DocumentFields<TInfo> {
  readonly openapi?: string;
  readonly swagger?: string;
  readonly info?: TInfo;
  readonly paths?: Readonly<Record<string, unknown>>;
}

interface InfoFields {
  readonly title?: string;
  readonly version?: string;
}

interface FurtherFields {
  readonly [keyword: string]: unknown;
}

/**
 * A parsed document: OpenAPI 3.0, 3.1 or 3.2, or Swagger 2.0. It may be written out with any further fields, or be typed by
 * interfaces, such as those of `openapi-types`.
 */
export type OpenAPISpec = DocumentFields<InfoFields> | (DocumentFields<InfoFields & FurtherFields> & FurtherFields);
