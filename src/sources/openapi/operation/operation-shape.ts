/**
 * What one operation of a document needs to be called over HTTP, with every `$ref` to a parameter, body, response or
 * header resolved (schemas are not: they stay in the document). The document side (`import-*.ts`) makes shapes, the
 * HTTP side (`http/`) runs them; neither knows the other.
 */

export type ParameterLocation = "path" | "query" | "querystring" | "header" | "cookie";

export type ParameterStyle =
  | "simple"
  | "label"
  | "matrix"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "deepObject"
  /** Of OpenAPI 3.2: cookies written without percent-encoding. */
  | "cookie"
  /** Of Swagger 2.0: `collectionFormat: tsv`. */
  | "tabDelimited";

export interface ParameterShape {
  /** The name on the wire. */
  readonly name: string;
  readonly in: ParameterLocation;
  /** The property of the input that holds its value: `name`, or `in_name` where two share a name. */
  readonly inputName: string;
  readonly required: boolean;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** Set when the value is serialised as a media type (`content`) instead of by a style. */
  readonly mediaType?: string | undefined;
}

/** How one property of a form or multipart body is written. */
export interface EncodingShape {
  readonly contentType?: string | undefined;
  readonly style?: ParameterStyle | undefined;
  readonly explode?: boolean | undefined;
  readonly allowReserved?: boolean | undefined;
}

export interface BodyContentShape {
  /** As in the document: may be a range such as `text/*`. */
  readonly mediaType: string;
  /** By property. */
  readonly encoding?: Readonly<Record<string, EncodingShape>> | undefined;
}

export interface BodyShape {
  readonly required: boolean;
  /** In the order of the document; the first that fits the value and can be written is sent. */
  readonly contents: readonly BodyContentShape[];
}

export interface ResponseShape {
  /** `200`, `2XX` or `default`. */
  readonly status: string;
  readonly mediaTypes: readonly string[];
}

/** One way to satisfy the operation: every scheme of it is needed. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export interface ServerShape {
  /** May hold `{variables}`, and may be relative to where the document came from. */
  readonly url: string;
  readonly variables?: Readonly<Record<string, { readonly default: string; readonly enum?: readonly string[] }>>;
}

/** A security scheme of the document, reduced to what sending a credential needs. */
export type SecuritySchemeShape =
  | { readonly type: "http"; readonly scheme: string }
  | { readonly type: "apiKey"; readonly name: string; readonly in: "header" | "query" | "cookie" }
  | { readonly type: "oauth2"; readonly tokenUrl?: string | undefined; readonly scopes: readonly string[] }
  | { readonly type: "openIdConnect"; readonly url: string }
  | { readonly type: "other"; readonly name: string };

/** How a stream is framed. */
export type StreamFormat = "sse" | "jsonl";

export interface OperationShape {
  /** In upper case. */
  readonly method: string;
  /** The path template: `/pets/{id}`. */
  readonly path: string;
  readonly servers: readonly ServerShape[];
  readonly parameters: readonly ParameterShape[];
  readonly body?: BodyShape | undefined;
  readonly responses: readonly ResponseShape[];
  /** Alternatives; an empty list asks for nothing, an empty object among them makes credentials optional. */
  readonly security: readonly SecurityRequirement[];
  readonly securitySchemes: Readonly<Record<string, SecuritySchemeShape>>;
  /** Set when this operation is a SUBSCRIPTION. */
  readonly stream?: StreamFormat | undefined;
  /** Set for an operation that this library serves (`x-operation`). */
  readonly ownInput?: "body" | "optional" | "none" | undefined;
  /** Whether items of a stream (SSE `data`) are JSON by their schema; `undefined` when the document does not say. */
  readonly jsonItems?: boolean | undefined;
}
