/** The HTML of a description as the same data as its Markdown: nothing of it reaches the page as HTML. */
import type { HTMLToken } from "../../../src/shared/html-tokens.ts";
import type { Block, Inline } from "./prose.ts";

/** Turns addresses into parts, or leaves them out. */
export interface AddressReader {
  link(href: string, parts: readonly Inline[]): readonly Inline[];
  picture(href: string, text: string): readonly Inline[];
}

/** Deeper elements add no structure, only their text. */
const MAX_DEPTH = 30;
const HEADING = /^h[1-6]$/;
/** Elements that begin a new paragraph. */
const APART = /^(?:p|div|section|details|summary|center|caption|dl|dt|dd|tr|li)$/;
const TABLE_PART = /^(?:thead|tbody|tfoot|caption)$/;
const LISTED = /^(?:ul|ol)$/;

type Opened = Extract<HTMLToken, { kind: "open" }>;

/** Parts of a line, with elements around some of them. */
export class InlineBuilder {
  readonly #addresses: AddressReader;
  #open: Array<{ readonly by: Opened; readonly parts: Inline[] }> = [];
  #parts: Inline[] = [];

  constructor(addresses: AddressReader) {
    this.#addresses = addresses;
  }

  add(...parts: readonly Inline[]): void {
    (this.#open.at(-1)?.parts ?? this.#parts).push(...parts);
  }

  take(token: HTMLToken): void {
    if (token.kind === "text") this.add({ kind: "text", text: token.text });
    else if (token.kind === "close") this.#close(token.name);
    else if (token.name === "br" || token.name === "hr" || APART.test(token.name)) this.add({ kind: "break" });
    else if (token.name === "img") {
      this.add(...this.#addresses.picture(token.attributes.get("src") ?? "", token.attributes.get("alt") ?? ""));
    } else if (this.#open.length < MAX_DEPTH) this.#open.push({ by: token, parts: [] });
  }

  end(): Inline[] {
    while (this.#open.length > 0) this.#closeLast();
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  /** Also closes what was opened inside and left open. */
  #close(name: string): void {
    const at = this.#open.findLastIndex(({ by }) => by.name === name);
    if (at !== -1) while (this.#open.length > at) this.#closeLast();
  }

  #closeLast(): void {
    const { by, parts } = this.#open.pop()!;
    this.add(...this.#wrapped(by, parts));
  }

  #wrapped({ name, attributes }: Opened, parts: readonly Inline[]): readonly Inline[] {
    switch (name) {
      case "strong":
        return [{ kind: "strong", parts }];
      case "em":
        return [{ kind: "emphasis", parts }];
      case "del":
        return [{ kind: "struck", parts }];
      case "code":
        return [{ kind: "code", text: wordsOf(parts) }];
      case "a":
        return this.#addresses.link(attributes.get("href") ?? "", parts);
      default:
        return parts;
    }
  }
}

export function htmlBlocks(tokens: readonly HTMLToken[], addresses: AddressReader): Block[] {
  return new BlockReader(tokens, addresses).blocks([]);
}

class BlockReader {
  readonly #tokens: readonly HTMLToken[];
  readonly #addresses: AddressReader;
  #at = 0;

  constructor(tokens: readonly HTMLToken[], addresses: AddressReader) {
    this.#tokens = tokens;
    this.#addresses = addresses;
  }

  /** Reads to the end of the innermost of the elements around it. The end of an outer one ends it too. */
  blocks(around: readonly string[]): Block[] {
    const blocks: Block[] = [];
    const line = new InlineBuilder(this.#addresses);
    const flush = (): void => {
      const parts = collapsed(line.end());
      if (parts.length > 0) blocks.push({ kind: "paragraph", parts });
    };
    for (; this.#at < this.#tokens.length; this.#at++) {
      const token = this.#tokens[this.#at]!;
      if (token.kind === "close" && around.includes(token.name)) break;
      if (token.kind === "open" && isImplicitEnd(token.name, around.at(-1))) break;
      if (token.kind === "text") line.take(token);
      else if (token.kind === "open" && isStructure(token.name) && around.length < MAX_DEPTH) {
        flush();
        blocks.push(...this.#structure(token.name, around));
      } else if (APART.test(token.name) || isStructure(token.name)) flush();
      else line.take(token);
    }
    flush();
    return blocks;
  }

  /** Called at the start of an element, and leaves at its end. */
  #structure(name: string, around: readonly string[]): Block[] {
    if (name === "hr") return [{ kind: "rule" }];
    this.#at++;
    if (name === "pre") return [{ kind: "code", text: this.#text(name).replace(/^\n|\n$/g, ""), language: "" }];
    const inside = [...around, name];
    if (LISTED.test(name)) return [{ kind: "list", isOrdered: name === "ol", items: this.#children("li", inside) }];
    if (name === "table") return [this.#table(inside)];
    const blocks = this.blocks(inside);
    this.#leave(name);
    if (!HEADING.test(name)) return [{ kind: "quote", blocks }];
    return [{ kind: "heading", level: Number(name[1]), parts: inOneLine(blocks) }];
  }

  /** The contents of the elements of one name, until the end of the innermost element around them. */
  #children(name: string, around: readonly string[]): Block[][] {
    const children: Block[][] = [];
    for (; this.#at < this.#tokens.length; this.#at++) {
      const token = this.#tokens[this.#at]!;
      if (token.kind === "close" && around.includes(token.name)) break;
      // Text between the elements, and text before the first, belong to no element. They are not lost.
      const isChild = token.kind === "open" && token.name === name;
      if (!isChild && (token.kind !== "text" || token.text.trim() === "")) continue;
      if (isChild) this.#at++;
      children.push(this.blocks([...around, name]));
      this.#leave(name);
    }
    this.#leave(around.at(-1) ?? "");
    return children;
  }

  #table(around: readonly string[]): Block {
    const rows: Array<Array<readonly Inline[]>> = [];
    for (; this.#at < this.#tokens.length; this.#at++) {
      const token = this.#tokens[this.#at]!;
      if (token.kind === "close" && around.includes(token.name)) break;
      if (token.kind === "close" || (token.kind === "open" && TABLE_PART.test(token.name))) continue;
      if (token.kind === "text" && token.text.trim() === "") continue;
      if (token.kind === "open" && token.name === "tr") {
        rows.push([]);
        continue;
      }
      const isCell = token.kind === "open" && isCellName(token.name);
      // Text between the cells belongs to none. It becomes one, so that it is not lost.
      if (rows.length === 0) rows.push([]);
      if (isCell) this.#at++;
      rows.at(-1)!.push(inOneLine(this.blocks([...around, "tr", isCell ? token.name : "td"])));
      // The end of the cell, or what ended it, is read next.
      this.#at--;
    }
    this.#leave("table");
    const [head = [], ...others] = rows;
    return { kind: "table", head, rows: others };
  }

  #text(until: string): string {
    let text = "";
    for (; this.#at < this.#tokens.length; this.#at++) {
      const token = this.#tokens[this.#at]!;
      if (token.kind === "close" && token.name === until) break;
      if (token.kind === "text") text += token.text;
    }
    return text;
  }

  /** Stays at the end of an element of this name; an end of another element is read by those around it. */
  #leave(name: string): void {
    const token = this.#tokens[this.#at];
    if (token?.kind !== "close" || token.name !== name) this.#at--;
  }
}

function isStructure(name: string): boolean {
  return HEADING.test(name) || LISTED.test(name) || /^(?:pre|blockquote|table|hr)$/.test(name);
}

/** A list item, a row or a cell ends where the next one begins. */
function isImplicitEnd(name: string, inside: string | undefined): boolean {
  if (inside === "li") return name === "li";
  return inside !== undefined && isCellName(inside) && (isCellName(name) || name === "tr" || TABLE_PART.test(name));
}

function isCellName(name: string): boolean {
  return name === "td" || name === "th";
}

/** What blocks say, for a heading or a cell, which hold one line. */
function inOneLine(blocks: readonly Block[]): Inline[] {
  return blocks.flatMap((block, index): Inline[] => {
    const parts = lineOf(block);
    return index === 0 ? [...parts] : [{ kind: "break" }, ...parts];
  });
}

function lineOf(block: Block): readonly Inline[] {
  switch (block.kind) {
    case "code":
      return [{ kind: "code", text: block.text }];
    case "list":
      return inOneLine(block.items.flat());
    case "table":
      return [block.head, ...block.rows].flatMap((row) => row.flat());
    case "quote":
    case "note":
      return inOneLine(block.blocks);
    case "rule":
      return [];
    default:
      return block.parts;
  }
}

/** HTML reads line breaks as spaces. */
function collapsed(parts: readonly Inline[]): Inline[] {
  const lines = parts.map((part): Inline =>
    part.kind === "text" ? { ...part, text: part.text.replaceAll(/\s+/g, " ") } : part,
  );
  const [first] = lines;
  if (first?.kind === "text") lines[0] = { ...first, text: first.text.trimStart() };
  const last = lines.at(-1);
  if (last?.kind === "text") lines[lines.length - 1] = { ...last, text: last.text.trimEnd() };
  return lines.filter((part) => part.kind !== "text" || part.text !== "");
}

function wordsOf(parts: readonly Inline[]): string {
  return parts.map((part) => ("parts" in part ? wordsOf(part.parts) : "text" in part ? part.text : " ")).join("");
}
