import type { MCPContentBlock } from "../../../envelope/response-envelope.ts";
import { cutValue } from "../../../answers/cut-value.ts";
import { jsonLength } from "../../../answers/json-length.ts";
import { LeftOutList } from "../../../answers/left-out.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import { parseJSON } from "../../../shared/json/parse-json.ts";

/** What an image costs a model, in characters: some 1,600 tokens, however many bytes it has. */
export const IMAGE_LENGTH = 6400;
/** A shorter beginning would say nothing. */
const LEAST_ROOM = 200;
/** The length of a note about what is not shown. */
const PLACEHOLDER = 150;

/** The first things of a list, as far as they fit. */
export interface FirstThatFit<T> {
  readonly shown: readonly T[];
  /** Characters, with images as models count them. */
  readonly length: number;
  readonly left: LeftOutList;
}

/** How many characters of a caller's room a block takes. */
export function blockLength(block: MCPContentBlock): number {
  if (block.type === "text") return block.text.length;
  if (block.type === "image") return IMAGE_LENGTH;
  return jsonLength(block, Infinity);
}

/** How long things are, and how one that does not fit is cut. */
export interface Cutting<T> {
  readonly lengthOf: (thing: T) => number;
  /** Undefined if not even a part of it fits. */
  readonly cut: (thing: T, how: Cut) => T | undefined;
}

/** The first things that fit. One that does not fit is cut. From the first that can't be cut on, all are left out. */
export function firstThatFit<T>(things: readonly T[], room: number, { lengthOf, cut }: Cutting<T>): FirstThatFit<T> {
  const left = new LeftOutList();
  const shown: T[] = [];
  let free = room;
  for (const [index, thing] of things.entries()) {
    const fitting = lengthOf(thing) <= free ? thing : cut(thing, { index, room: free, left });
    if (fitting === undefined) {
      left.add([], "rows", { shown: index, of: things.length });
      break;
    }
    shown.push(fitting);
    free -= lengthOf(fitting);
  }
  return { shown, length: room - free, left };
}

/** Blocks: a text that does not fit is cut; anything else is replaced with a note. */
export const CUT_BLOCKS: Cutting<MCPContentBlock> = { lengthOf: blockLength, cut: cutBlock };

export interface Cut {
  readonly index: number;
  readonly room: number;
  readonly left: LeftOutList;
}

function cutBlock(block: MCPContentBlock, { index, room, left }: Cut): MCPContentBlock | undefined {
  if (block.type === "text") {
    const text = cutText(block.text, { path: [index, "text"], room, left });
    return text === undefined ? undefined : { ...block, text };
  }
  if (block.type === "resource" && block.resource.text !== undefined) {
    const { text: whole, ...resource } = block.resource;
    const beside = jsonLength({ ...block, resource }, Infinity) + 20;
    const text = cutText(whole, { path: [index, "resource", "text"], room: Math.floor((room - beside) * 0.8), left });
    const cut = text === undefined ? undefined : { ...block, resource: { ...resource, text } };
    // Escapes may make its JSON much longer.
    return cut !== undefined && blockLength(cut) <= room ? cut : undefined;
  }
  if (room < PLACEHOLDER) return undefined;
  left.add([index], "bytes", { shown: 0, of: jsonLength(block, Infinity) });
  return { type: "text", text: `[${block.type}${mimeTypeOf(block)}: left out, because it is too long]` };
}

function mimeTypeOf(block: MCPContentBlock): string {
  const holder: unknown = block.type === "resource" ? block.resource : block;
  const mimeType = isRecord(holder) ? holder["mimeType"] : undefined;
  return typeof mimeType === "string" ? `, ${mimeType.slice(0, 60)}` : "";
}

export interface TextCut {
  readonly path: readonly (string | number)[];
  readonly room: number;
  readonly left: LeftOutList;
}

/** The beginning of a text or, if it is JSON, a part that is JSON too. Undefined if there is no room. */
export function cutText(text: string, { path, room, left }: TextCut): string | undefined {
  if (room < LEAST_ROOM) return undefined;
  const value = parsedJSON(text);
  const cut = cutValue(value ?? text, value === undefined ? room - 2 : room);
  // Escapes make a text longer as JSON than it is here.
  const shown = typeof cut.value === "string" ? cut.value : cut.text;
  left.add(path, "text", { shown: value === undefined ? (cut.left[0]?.shown ?? shown.length) : 0, of: text.length });
  return shown;
}

const JSON_START = /^\s*[[{]/;

/** The value of a text that is a JSON object or array. */
export function parsedJSON(text: string): unknown {
  return JSON_START.test(text) ? parseJSON(text) : undefined;
}
