/** Links that carry an input: `#/operations/tasks.create?input=…`. Opening one shows the input in the form. */
import { decodePercent } from "../../../src/shared/json/json-pointer.ts";

/** Every browser, chat and mail program accepts addresses of this many characters. */
export const LONGEST_LINK = 8000;

const LINK = /^#\/operations\/([^?]+)\?input=(.*)$/s;

export interface LinkedInput {
  readonly id: string;
  readonly input: unknown;
}

/** The part of the address after `#`; undefined if the input is too long for a link. */
export function inputHash({ id, input }: LinkedInput): string | undefined {
  const text = JSON.stringify(input) as string | undefined;
  const hash = `#/operations/${encodeURIComponent(id)}${text === undefined ? "" : `?input=${encodeURIComponent(text)}`}`;
  return hash.length > LONGEST_LINK ? undefined : hash;
}

/** Undefined for an address without an input, and for one whose input is not JSON. */
export function readInputHash(hash: string): LinkedInput | undefined {
  const [, id, text] = LINK.exec(hash.slice(0, LONGEST_LINK + 1)) ?? [];
  if (id === undefined || text === undefined || hash.length > LONGEST_LINK) return undefined;
  try {
    return { id: decodePercent(id), input: JSON.parse(decodePercent(text)) as unknown };
  } catch {
    return undefined;
  }
}
