/**
 * Everything that a call of one operation over HTTP needs, with every `$ref` to a parameter, body, response or header
 * resolved. Schemas are not part of it: they stay in the document. The importer makes shapes, the HTTP side (`request`,
 * `response`, `call`) runs them, and neither knows the other.
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
  /** OpenAPI 3.2: cookies without percent-encoding. */
  | "cookie"
  /** Swagger 2.0: `collectionFormat: tsv`. */
  | "tabDelimited";

export interface ParameterShape {
  /** The name on the wire. */
  readonly name: string;
  readonly in: ParameterLocation;
  /** The property of the input that holds its value: `name`, or `in_name` if two share a name. */
  readonly inputName: string;
  readonly required: boolean;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** Set if the value is serialised as a media type (`content`) instead of by a style. */
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
  /** In the order of the document. The first that fits the value and can be written is sent. */
  readonly contents: readonly BodyContentShape[];
}

export interface ResponseShape {
  /** `200`, `2XX` or `default`. */
  readonly status: string;
  readonly mediaTypes: readonly string[];
}

/** One way to authorise the operation: it needs every scheme in it. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export interface ServerShape {
  /** May contain `{variables}`, and may be relative to the document's address. */
  readonly url: string;
  readonly variables?: Readonly<Record<string, { readonly default: string; readonly enum?: readonly string[] }>>;
}

/** The parts of a security scheme that are needed to send a credential. */
export type SecuritySchemeShape =
  | { readonly type: "http"; readonly scheme: string }
  | { readonly type: "apiKey"; readonly name: string; readonly in: "header" | "query" | "cookie" }
  | {
      readonly type: "oauth2";
      readonly tokenUrl?: string | undefined;
      readonly scopes: readonly string[];
      /** Where people log in, and where tokens for them come from. */
      readonly login?:
        | { readonly authorizationUrl?: string | undefined; readonly tokenUrl?: string | undefined }
        | undefined;
    }
  | { readonly type: "openIdConnect"; readonly url: string }
  | { readonly type: "other"; readonly name: string };

/** How the input of an operation that this library serves travels: as the body, as an optional body, or not at all. */
export type OwnInput = "body" | "optional" | "none";

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
  /** Alternatives. An empty list requires nothing; an empty object in it makes credentials optional. */
  readonly security: readonly SecurityRequirement[];
  readonly securitySchemes: Readonly<Record<string, SecuritySchemeShape>>;
  /** Set if this operation is a SUBSCRIPTION. */
  readonly stream?: StreamFormat | undefined;
  /** Set for an operation that this library serves (`x-operation`). */
  readonly ownInput?: OwnInput | undefined;
  /** Whether the schema says that items of a stream (SSE `data`) are JSON; `undefined` if it does not say. */
  readonly jsonItems?: boolean | undefined;
}
