import type { ParameterStyle } from "../operation/operation-shape.ts";
import { isPlainObject, scalarText } from "../response/scalar-text.ts";

/** How one value is written: the style with its encodings. */
export interface StyleOptions {
  readonly name: string;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  /** Of names and values alike; separators are never encoded. */
  readonly encode: (text: string) => string;
  readonly encodeName: (text: string) => string;
}

const DEEPEST_OBJECT = 32;

/**
 * A value in one of OpenAPI's styles, without a leading `?` or `&`. `undefined` when there is nothing to send: absent
 * members are skipped, and an empty list or object is like an absent one (RFC 6570, section 2.3).
 */
export function serialiseStyle(value: unknown, options: StyleOptions): string | undefined {
  if (value === undefined) return undefined;
  const members = membersOf(value);
  if (members?.length === 0) return undefined;
  const { style } = options;
  if (style === "simple" || style === "label") return unnamed(value, members, options);
  if (style === "matrix") return matrix(value, members, options);
  if (style === "deepObject")
    return deepPairs(value, options.encodeName(options.name), { options, depth: 0 }).join("&");
  return namedPairs(value, members, { ...options, ...PAIRS[style] });
}

const PAIRS = {
  form: { separator: "&", delimiter: "," },
  cookie: { separator: "; ", delimiter: "," },
  spaceDelimited: { separator: "&", delimiter: "%20" },
  pipeDelimited: { separator: "&", delimiter: "%7C" },
  tabDelimited: { separator: "&", delimiter: "%09" },
};

/** A list's items without a key, or an object's properties. */
type Member = readonly [key: string | undefined, value: unknown];

function membersOf(value: unknown): Member[] | undefined {
  if (Array.isArray(value)) {
    return value.filter((item) => item !== undefined).map((item): Member => [undefined, item]);
  }
  if (!isPlainObject(value)) return undefined;
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

function encoded(value: unknown, options: StyleOptions): string {
  return options.encode(scalarText(value));
}

function joinMembers(members: readonly Member[], options: StyleOptions, delimiter: string): string {
  const { explode } = options;
  return members
    .map(([key, value]) => {
      const text = encoded(value, options);
      if (key === undefined) return text;
      return `${options.encodeName(key)}${explode ? "=" : delimiter}${text}`;
    })
    .join(delimiter);
}

function unnamed(value: unknown, members: readonly Member[] | undefined, options: StyleOptions): string {
  const isLabel = options.style === "label";
  const delimiter = isLabel && options.explode ? "." : ",";
  const text = members === undefined ? encoded(value, options) : joinMembers(members, options, delimiter);
  return isLabel ? `.${text}` : text;
}

function matrix(value: unknown, members: readonly Member[] | undefined, options: StyleOptions): string {
  const name = options.encodeName(options.name);
  if (members === undefined) return matrixPair(name, encoded(value, options));
  if (!options.explode) return matrixPair(name, joinMembers(members, options, ","));
  return members
    .map(([key, member]) => matrixPair(key === undefined ? name : options.encodeName(key), encoded(member, options)))
    .join("");
}

/** RFC 6570, 3.2.7: an empty value has no equals sign. */
function matrixPair(name: string, text: string): string {
  return text === "" ? `;${name}` : `;${name}=${text}`;
}

interface PairOptions extends StyleOptions {
  /** Between pairs. */
  readonly separator: string;
  /** Between the members of one value. */
  readonly delimiter: string;
}

function namedPairs(value: unknown, members: readonly Member[] | undefined, options: PairOptions): string {
  const name = options.encodeName(options.name);
  if (members === undefined) return `${name}=${encoded(value, options)}`;
  if (!options.explode) return `${name}=${joinMembers(members, options, options.delimiter)}`;
  return members
    .map(([key, member]) => `${key === undefined ? name : options.encodeName(key)}=${encoded(member, options)}`)
    .join(options.separator);
}

/** `color[R]=100&color[list][0]=1`: beyond one level the specification is silent, and this is what servers read. */
function deepPairs(value: unknown, name: string, state: { options: StyleOptions; depth: number }): string[] {
  const { options, depth } = state;
  const members = membersOf(value);
  if (members === undefined) return [`${name}=${encoded(value, options)}`];
  if (depth > DEEPEST_OBJECT) throw new RangeError(`it is nested deeper than ${DEEPEST_OBJECT} levels`);
  return members.flatMap(([key, member], index) =>
    deepPairs(member, `${name}%5B${options.encodeName(key ?? String(index))}%5D`, { options, depth: depth + 1 }),
  );
}
