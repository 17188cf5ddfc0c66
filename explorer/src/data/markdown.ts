/**
 * Markdown as data: GitHub's flavour, read by `marked`, with the HTML that formats a text. Any other HTML stays plain
 * text, and an address becomes a link only if the caller allows it. Text from outside therefore adds neither scripts nor
 * pictures.
 */
import { lexer } from "marked";
import type { MarkedToken, Token, Tokens } from "marked";
import { decodeEntities } from "../../../src/shared/entities.ts";
import { htmlTokens } from "../../../src/shared/html-tokens.ts";
import { htmlBlocks, InlineBuilder } from "./html-blocks.ts";
import type { AddressReader } from "./html-blocks.ts";
import type { Block, Inline, TableRow } from "./prose.ts";

/** Where a link leads, or undefined if the text should not be a link. */
export type LinkReader = (href: string) => string | undefined;

export interface MarkdownOptions {
  /** Default: addresses of web servers only; no scripts, no files. */
  readonly linkTo?: LinkReader;
  /** The address of a picture. Default: none, so the picture becomes a link. */
  readonly pictureAt?: LinkReader;
  /** Whether the text is ours, not from outside: it is read however long it is. Default: false. */
  readonly isOurs?: boolean;
}

/** Longer texts are shown as plain text: parsing a text with many marks takes time that grows with its square. */
const LONGEST_TEXT = 400_000;
/** The same within a paragraph. */
const LONGEST_PARAGRAPH = 20_000;

export function readMarkdown(text: string, options: MarkdownOptions = {}): Block[] {
  const isLong = text.length > LONGEST_TEXT || text.split(/\n\s*\n/).some(({ length }) => length > LONGEST_PARAGRAPH);
  if (isLong && options.isOurs !== true) return plain(text);
  try {
    return new TokenReader(options).blocks(lexer(text));
  } catch {
    // The stack cannot hold thousands of nested quotes or lists.
    return plain(text);
  }
}

function plain(text: string): Block[] {
  return [{ kind: "paragraph", parts: [{ kind: "text", text }] }];
}

export function webAddress(href: string): string | undefined {
  return /^https?:\/\//i.test(href) ? href : undefined;
}

/** The plain text of a line, without its marks. */
export function plainWords(parts: readonly Inline[]): string {
  return parts
    .map((part) => ("parts" in part ? plainWords(part.parts) : part.kind === "break" ? " " : part.text))
    .join("");
}

const NOTE = /^\s*\[!(note|tip|important|warning|caution)\]\s*/i;

class TokenReader {
  readonly #linkTo: LinkReader;
  readonly #pictureAt: LinkReader;
  readonly #addresses: AddressReader;

  constructor({ linkTo = webAddress, pictureAt = () => undefined }: MarkdownOptions) {
    this.#linkTo = linkTo;
    this.#pictureAt = pictureAt;
    this.#addresses = {
      link: (href, parts) => this.#link(href, parts),
      picture: (href, text) => this.#image(href, text),
    };
  }

  blocks(tokens: readonly Token[]): Block[] {
    return (tokens as readonly MarkedToken[]).flatMap((token) => this.#block(token));
  }

  #block(token: MarkedToken): Block[] {
    switch (token.type) {
      case "space":
      case "def":
      case "checkbox":
        return [];
      case "code":
        return [{ kind: "code", text: token.text, language: token.lang?.split(" ", 1)[0] ?? "" }];
      case "heading":
        return [{ kind: "heading", level: token.depth, parts: this.#inline(token.tokens) }];
      case "hr":
        return [{ kind: "rule" }];
      case "blockquote":
        return [noteOf(this.blocks(token.tokens))];
      case "list":
        return [
          { kind: "list", isOrdered: token.ordered, items: token.items.map(({ tokens }) => this.blocks(tokens)) },
        ];
      case "table":
        return [this.#table(token)];
      case "paragraph":
        return [{ kind: "paragraph", parts: this.#inline(token.tokens) }];
      case "html":
        return htmlBlocks(htmlTokens(token.text), this.#addresses);
      default:
        // The text of a list item.
        return [{ kind: "paragraph", parts: this.#inline([token]) }];
    }
  }

  #table({ header, rows }: Tokens.Table): Block {
    const cells = (row: readonly Tokens.TableCell[]): TableRow => row.map(({ tokens }) => this.#inline(tokens));
    return { kind: "table", head: cells(header), rows: rows.map(cells) };
  }

  #inline(tokens: readonly Token[]): Inline[] {
    const line = new InlineBuilder(this.#addresses);
    for (const token of tokens as readonly MarkedToken[]) {
      if (token.type === "html") for (const part of htmlTokens(token.raw)) line.take(part);
      else line.add(...this.#part(token));
    }
    return line.end();
  }

  #part(token: MarkedToken): Inline[] {
    switch (token.type) {
      case "codespan":
        return [{ kind: "code", text: token.text }];
      case "strong":
        return [{ kind: "strong", parts: this.#inline(token.tokens) }];
      case "em":
        return [{ kind: "emphasis", parts: this.#inline(token.tokens) }];
      case "del":
        return [{ kind: "struck", parts: this.#inline(token.tokens) }];
      case "br":
        return [{ kind: "break" }];
      case "link":
        return this.#link(token.href, this.#inline(token.tokens));
      case "image":
        return this.#image(token.href, token.text);
      case "escape":
        return [{ kind: "text", text: token.text }];
      case "text":
        return token.tokens === undefined
          ? [{ kind: "text", text: decodeEntities(token.text) }]
          : this.#inline(token.tokens);
      default:
        return [{ kind: "text", text: token.raw }];
    }
  }

  #link(address: string, parts: readonly Inline[]): Inline[] {
    const href = this.#linkTo(address);
    return href === undefined ? [...parts] : [{ kind: "link", parts, href }];
  }

  #image(address: string, text: string): Inline[] {
    const href = this.#pictureAt(address);
    if (href !== undefined) return [{ kind: "image", text, href }];
    return this.#link(address, [{ kind: "text", text: text === "" ? address : text }]);
  }
}

/** A quote that begins with `[!NOTE]` or another of GitHub's words is a note. */
function noteOf(blocks: readonly Block[]): Block {
  const [first, ...others] = blocks;
  const [opening, ...rest] = first?.kind === "paragraph" ? first.parts : [];
  const found = opening?.kind === "text" ? NOTE.exec(opening.text) : null;
  if (opening?.kind !== "text" || found === null) return { kind: "quote", blocks };
  const text = opening.text.slice(found[0].length);
  const parts: Inline[] = [...(text === "" ? [] : [{ kind: "text" as const, text }]), ...rest];
  while (parts[0]?.kind === "break") parts.shift();
  const word = `${found[1]!.charAt(0).toUpperCase()}${found[1]!.slice(1).toLowerCase()}`;
  return { kind: "note", word, blocks: parts.length === 0 ? others : [{ kind: "paragraph", parts }, ...others] };
}
