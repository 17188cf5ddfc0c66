import { isDeepStrictEqual } from "node:util";
import { applyEdits, createScanner, findNodeAtLocation, parse, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Edit, Node, ParseError } from "jsonc-parser";
import { isRecord } from "../../shared/json/is-record.ts";
import { BrokenDocument, changed, lineAt } from "./host-document.ts";
import type { HostDocument } from "./host-document.ts";

/** JSON as hosts read it: with comments, and with commas at the end. */
export function readJSONDocument(text: string): HostDocument {
  // Editors on Windows may write a mark before the text. It stays.
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const written = text.slice(mark.length);
  const body = written.trim() === "" ? "{}\n" : written;
  const value = parseBody(body);
  return {
    value,
    with(names, entry) {
      const edits = entry === undefined ? removal(body, names) : editsFor(body, names, entry);
      const edited = applyEdits(body, edits);
      // A repeated name, for example, would lead to another text than was meant.
      if (!isDeepStrictEqual(parseBody(edited), changed(value, names, entry))) {
        throw new BrokenDocument(`${names.join(".")} can't be changed safely: is a name there twice?`, 1);
      }
      return mark + edited;
    },
  };
}

const FOR_HOSTS = { allowTrailingComma: true };

function parseBody(body: string): Record<string, unknown> {
  const errors: ParseError[] = [];
  const value: unknown = parse(body, errors, FOR_HOSTS);
  const [first] = errors;
  if (first !== undefined) {
    const words = printParseErrorCode(first.error).replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`);
    throw new BrokenDocument(`this is not JSON (${words.toLowerCase()})`, lineAt(body, first.offset));
  }
  if (!isRecord(value)) throw new BrokenDocument("this is not a JSON object", 1);
  return value;
}

/** Makes the edits itself: the formatter of the parser also rewrites the neighbours of an entry. */
function editsFor(text: string, names: readonly string[], entry: unknown): Edit[] {
  const root = parseTree(text, [], FOR_HOSTS);
  const print = (value: unknown, indent: string): string =>
    JSON.stringify(value, undefined, unitOf(text)).replaceAll("\n", `${eolOf(text)}${indent}`);
  const found = root && findNodeAtLocation(root, [...names]);
  if (found !== undefined) {
    return [{ offset: found.offset, length: found.length, content: print(entry, indentAt(text, found.offset)) }];
  }
  let [container, rest] = [root, [...names]];
  for (let next = container; next !== undefined && rest.length > 1;) {
    next = findNodeAtLocation(next, [rest[0] ?? ""]);
    if (next === undefined) break;
    [container, rest] = [next, rest.slice(1)];
  }
  if (container?.type !== "object")
    throw new BrokenDocument("its servers are not a JSON object", lineAt(text, container?.offset ?? 0));
  const [name = "", ...inner] = rest;
  const value = inner.reduceRight<unknown>((part, key) => ({ [key]: part }), entry);
  const outer = indentAt(text, container.offset);
  const first = container.children?.[0];
  const indent =
    first !== undefined && startsLine(text, first.offset) ? indentAt(text, first.offset) : outer + unitOf(text);
  return insertion(text, container, `${eolOf(text)}${indent}${JSON.stringify(name)}: ${print(value, indent)}`, outer);
}

/** Inserts after the last member and its comments. The comma goes right after that member. */
function insertion(text: string, container: Node, content: string, outer: string): Edit[] {
  const closing = container.offset + container.length - 1;
  const last = container.children?.at(-1);
  const inside = text.slice(0, closing).trimEnd();
  const end = inside.length;
  const isOpen = text.slice(end, closing).includes("\n");
  const put: Edit = { offset: end, length: 0, content: isOpen ? content : `${content}${eolOf(text)}${outer}` };
  if (last === undefined) return [put];
  const after = last.offset + last.length;
  return commaAfter(text, after) !== undefined ? [put] : [{ offset: after, length: 0, content: "," }, put];
}

/**
 * The member with its line and its comma. The comma of the member before it is removed if that becomes the last one.
 */
function removal(text: string, names: readonly string[]): Edit[] {
  const root = parseTree(text, [], FOR_HOSTS);
  const member = root && findNodeAtLocation(root, [...names])?.parent;
  if (member === undefined) return [];
  const members = member.parent?.children ?? [];
  const before = members[members.indexOf(member) - 1];
  const end = member.offset + member.length;
  const comma = commaAfter(text, end);
  const from = startsLine(text, member.offset) ? text.slice(0, member.offset).trimEnd().length : member.offset;
  const gone: Edit = { offset: from, length: (comma === undefined ? end : comma + 1) - from, content: "" };
  const last =
    comma === undefined && before !== undefined ? commaAfter(text, before.offset + before.length) : undefined;
  if (last === undefined) return [gone];
  const rest = Math.max(from, last + 1);
  return [
    { offset: last, length: 1, content: "" },
    { offset: rest, length: end - rest, content: "" },
  ];
}

/** Whether the next token is a comma, skipping comments. */
function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return text[at] === "," ? at : undefined;
}

/** One step of indentation, as the file has it. */
function unitOf(text: string): string {
  return /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
}

function eolOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? "";
}

function startsLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === "";
}
