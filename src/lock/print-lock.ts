import type { LockedOperation, LockedSource, OperationsLock } from "./lock-file.ts";

/** A value that fits stays on one line: a diff then shows what has changed, and little else. */
const WIDTH = 120;

/** The text of a lock. The same content gives the same bytes, in whatever order it comes. */
export function printLock({ lockVersion, sources }: OperationsLock): string {
  const ordered = sorted(sources).map(([name, source]) => [name, orderedSource(source)]);
  return `${print({ lockVersion, sources: Object.fromEntries(ordered) as object }, "")}\n`;
}

function orderedSource({ kind, revision, refused, operations, components }: LockedSource): object {
  const written = sorted(operations).map(([name, operation]) => [name, orderedOperation(operation)]);
  return {
    kind,
    ...(revision === undefined ? {} : { revision }),
    ...(refused === undefined || Object.keys(refused).length === 0 ? {} : { refused: inOrder(refused) }),
    operations: Object.fromEntries(written) as object,
    ...(components === undefined || Object.keys(components).length === 0 ? {} : { components: inOrder(components) }),
  };
}

function orderedOperation({ digest, kind, at, input, output, errors, ...rest }: LockedOperation): object {
  return {
    kind,
    ...(at === undefined ? {} : { at }),
    digest,
    ...(inOrder(rest) as object),
    input: inOrder(input),
    output: inOrder(output),
    ...(errors === undefined ? {} : { errors: inOrder(errors) }),
  };
}

function sorted<T>(record: Readonly<Record<string, T>>): Array<[string, T]> {
  return Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** Names in the order of RFC 8785: by UTF-16 units. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(sorted(value as Record<string, unknown>).map(([name, item]) => [name, inOrder(item)]));
}

function print(value: unknown, margin: string): string {
  const line = JSON.stringify(value);
  const isShort = margin.length + line.length <= WIDTH;
  if (isShort || typeof value !== "object" || value === null) return line;
  const inner = `${margin}  `;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => inner + print(item, inner))
    : Object.entries(value).map(([name, item]) => `${inner}${JSON.stringify(name)}: ${print(item, inner)}`);
  const [open, close] = isList ? "[]" : "{}";
  return `${open}\n${items.join(",\n")}\n${margin}${close}`;
}
