import type { ParameterStyle } from "../operation/operation-shape.ts";
import { isFieldMap, scalarText } from "./wire-text.ts";

/** How one value is written. Separators are never encoded. */
export interface StyleOptions {
  readonly name: string;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly encode: (text: string) => string;
  readonly encodeName: (text: string) => string;
}

const DEEPEST_OBJECT = 32;

/** What separates the members of one value. */
const DELIMITERS = {
  form: ",",
  cookie: ",",
  spaceDelimited: "%20",
  pipeDelimited: "%7C",
  tabDelimited: "%09",
};

/**
 * A value in one of OpenAPI's styles, without a leading `?` or `&`. `undefined` if there is nothing to send: absent
 * members are skipped, and an empty list or object counts as absent (RFC 6570, section 2.3).
 */
export function serialiseStyle(value: unknown, options: StyleOptions): string | undefined {
  if (value === undefined) return undefined;
  const { style, explode, encode, encodeName } = options;
  const members = typeof value === "object" ? membersOf(value) : undefined;
  if (members?.length === 0) return undefined;
  if (style === "simple" || style === "label") {
    const delimiter = style === "label" && explode ? "." : ",";
    const text = members === undefined ? encode(scalarText(value)) : joinMembers(members, options, delimiter);
    return style === "label" ? `.${text}` : text;
  }
  const name = encodeName(options.name);
  if (members === undefined) return pair(name, encode(scalarText(value)), style);
  if (style === "deepObject") return deepPairs(value, name, { options, depth: 0 }).join("&");
  if (!explode) {
    const delimiter = style === "matrix" ? "," : DELIMITERS[style];
    return pair(name, joinMembers(members, options, delimiter), style);
  }
  const pairs = members.map(([key, member]) =>
    pair(key === undefined ? name : encodeName(key), encode(scalarText(member)), style),
  );
  return pairs.join(style === "matrix" ? "" : style === "cookie" ? "; " : "&");
}

/** RFC 6570, 3.2.7: in the style `matrix` an empty value has no equals sign. */
function pair(name: string, text: string, style: ParameterStyle): string {
  if (style !== "matrix") return `${name}=${text}`;
  return text === "" ? `;${name}` : `;${name}=${text}`;
}

/** A list's items without a key, or an object's properties. */
type Member = readonly [key: string | undefined, value: unknown];

function membersOf(value: unknown): Member[] | undefined {
  if (Array.isArray(value)) {
    return value.filter((item) => item !== undefined).map((item): Member => [undefined, item]);
  }
  if (!isFieldMap(value)) return undefined;
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

function joinMembers(members: readonly Member[], options: StyleOptions, delimiter: string): string {
  const { explode, encode, encodeName } = options;
  return members
    .map(([key, value]) => {
      const text = encode(scalarText(value));
      return key === undefined ? text : `${encodeName(key)}${explode ? "=" : delimiter}${text}`;
    })
    .join(delimiter);
}

/** `color[R]=100&color[list][0]=1`. The specification defines only one level; servers read further levels like this. */
function deepPairs(value: unknown, name: string, state: { options: StyleOptions; depth: number }): string[] {
  const { options, depth } = state;
  const members = membersOf(value);
  if (members === undefined) return [`${name}=${options.encode(scalarText(value))}`];
  if (depth > DEEPEST_OBJECT) throw new RangeError(`it is nested deeper than ${DEEPEST_OBJECT} levels`);
  return members.flatMap(([key, member], index) =>
    deepPairs(member, `${name}%5B${options.encodeName(key ?? String(index))}%5D`, { options, depth: depth + 1 }),
  );
}
