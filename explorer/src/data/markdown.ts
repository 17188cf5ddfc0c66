/**
 * The part of Markdown that API descriptions use, as data. Everything else stays plain text, so no words are lost and
 * no HTML gets through.
 */

export type Inline =
  | { readonly kind: "text" | "code" | "strong" | "emphasis"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly href: string };

export type Block =
  | { readonly kind: "paragraph" | "heading"; readonly parts: readonly Inline[] }
  | { readonly kind: "list"; readonly isOrdered: boolean; readonly items: ReadonlyArray<readonly Inline[]> }
  | { readonly kind: "table"; readonly head: TableRow; readonly rows: readonly TableRow[] }
  | { readonly kind: "code"; readonly text: string };

/** The cells of a table's row. */
export type TableRow = ReadonlyArray<readonly Inline[]>;

const FENCE = /^\s*(```|~~~)/;
const HEADING = /^\s{0,3}#{1,6}\s+(.*?)\s*#*\s*$/;
const ITEM = /^\s*(?:[-*+]|(\d+)[.)])\s+(.*)$/;

/** The line below the head of a table: `| --- | :-: |`. */
const RULE = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
/** A pipe that ends a cell: not one after a backslash. */
const CELL_END = /(?<!\\)\|/;

export function readMarkdown(text: string): Block[] {
  const lines = text.split(/\r?\n/);
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? "";
    const heading = HEADING.exec(line);
    if (line.trim() === "") at++;
    else if (FENCE.test(line)) at = readCode(lines, at, blocks);
    else if (ITEM.test(line)) at = readList(lines, at, blocks);
    else if (startsTable(lines, at)) at = readTable(lines, at, blocks);
    else if (heading !== null) {
      blocks.push({ kind: "heading", parts: readInline(heading[1] ?? "") });
      at++;
    } else at = readParagraph(lines, at, blocks);
  }
  return blocks;
}

function readCode(lines: readonly string[], start: number, blocks: Block[]): number {
  const fence = FENCE.exec(lines[start] ?? "")?.[1] ?? "```";
  let end = start + 1;
  while (end < lines.length && !(lines[end] ?? "").trim().startsWith(fence)) end++;
  blocks.push({ kind: "code", text: lines.slice(start + 1, end).join("\n") });
  return end + 1;
}

function readList(lines: readonly string[], start: number, blocks: Block[]): number {
  const items: string[] = [];
  let at = start;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const item = ITEM.exec(line);
    if (item !== null) items.push(item[2] ?? "");
    // An indented line continues its item.
    else if (/^\s+\S/.test(line)) items.push(`${items.pop() ?? ""} ${line.trim()}`);
    else break;
  }
  const isOrdered = ITEM.exec(lines[start] ?? "")?.[1] !== undefined;
  blocks.push({ kind: "list", isOrdered, items: items.map(readInline) });
  return at;
}

function startsTable(lines: readonly string[], at: number): boolean {
  const rule = lines[at + 1] ?? "";
  return (lines[at] ?? "").includes("|") && rule.includes("|") && RULE.test(rule);
}

function readTable(lines: readonly string[], start: number, blocks: Block[]): number {
  let end = start + 2;
  while (end < lines.length && (lines[end] ?? "").includes("|")) end++;
  const head = readRow(lines[start] ?? "");
  // A row may lack cells. One with too many keeps them: no words are lost.
  const rows = lines.slice(start + 2, end).map((line) => {
    const cells = readRow(line);
    return [...cells, ...head.slice(cells.length).map(() => [])];
  });
  blocks.push({ kind: "table", head, rows });
  return end;
}

function readRow(line: string): TableRow {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  const cells = inner.split(CELL_END);
  return cells.map((cell) => readInline(cell.trim().replaceAll("\\|", "|")));
}

function readParagraph(lines: readonly string[], start: number, blocks: Block[]): number {
  let end = start + 1;
  while (end < lines.length && !startsBlock(lines[end] ?? "") && !startsTable(lines, end)) end++;
  blocks.push({ kind: "paragraph", parts: readInline(lines.slice(start, end).join("\n")) });
  return end;
}

function startsBlock(line: string): boolean {
  return line.trim() === "" || FENCE.test(line) || HEADING.test(line) || ITEM.test(line);
}

/** Each alternative ends at a character that it must not contain, so no text makes the pattern backtrack for long. */
const INLINE = /`([^`\n]+)`|\*\*([^*\n]+)\*\*|__([^_\n]+)__|\*([^*\s][^*\n]*)\*|\[([^[\]\n]+)\]\(([^()\s]+)\)/g;

export function readInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    if (found.index > end) parts.push({ kind: "text", text: text.slice(end, found.index) });
    parts.push(inlineOf(found));
    end = found.index + found[0].length;
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  return parts;
}

function inlineOf([whole, code, strong, alsoStrong, emphasis, label, href]: RegExpExecArray): Inline {
  if (code !== undefined) return { kind: "code", text: code };
  const bold = strong ?? alsoStrong;
  if (bold !== undefined) return { kind: "strong", text: bold };
  if (emphasis !== undefined) return { kind: "emphasis", text: emphasis };
  // Only addresses of web servers: no scripts, no files.
  return label !== undefined && href !== undefined && /^https?:\/\//i.test(href)
    ? { kind: "link", text: label, href }
    : { kind: "text", text: label ?? whole };
}
