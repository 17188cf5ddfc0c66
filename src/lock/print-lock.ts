import type { LockedOperation, LockedSource, OperationsLock } from "./lock-file.ts";

/** A value that fits stays on one line: a diff then shows what has changed, and little else. */
const WIDTH = 120;

/** A member of an object, with its value as text. */
type Member = readonly [name: string, text: string];

/** The text of a lock, in steps. The same content gives the same bytes, in whatever order it comes. */
export function* printLock({ lockVersion, sources }: OperationsLock): Generator<void, string> {
  const printed: Member[] = [];
  for (const [name, source] of sorted(sources)) printed.push([name, yield* printSource(source, "    ")]);
  const members: Member[] = [
    ["lockVersion", String(lockVersion)],
    ["sources", join(printed, "  ")],
  ];
  return `${join(members, "")}\n`;
}

function* printSource(source: LockedSource, margin: string): Generator<void, string> {
  const { kind, revision, instructions, refused = {}, operations, components = {} } = source;
  const inner = `${margin}  `;
  const members: Member[] = [["kind", print(kind, inner)]];
  if (revision !== undefined) members.push(["revision", print(revision, inner)]);
  if (instructions !== undefined) members.push(["instructions", print(instructions, inner)]);
  if (Object.keys(refused).length > 0) members.push(["refused", print(refused, inner)]);
  members.push(["operations", join(yield* printEach(operations, inner, printOperation), inner)]);
  const shared = yield* printEach(components, inner, print);
  if (shared.length > 0) members.push(["components", join(shared, inner)]);
  return join(members, margin);
}

function* printEach<T>(
  record: Readonly<Record<string, T>>,
  margin: string,
  printItem: (item: T, margin: string) => string,
): Generator<void, Member[]> {
  const members: Member[] = [];
  for (const [name, item] of sorted(record)) {
    members.push([name, printItem(item, `${margin}  `)]);
    yield;
  }
  return members;
}

/** What people look for comes first. */
function printOperation(operation: LockedOperation, margin: string): string {
  const { digest, kind, at, input, output, errors, ...rest } = operation;
  const fields = [
    ...Object.entries({ kind, at, digest }),
    ...sorted(rest),
    ...Object.entries({ input, output, errors }),
  ];
  const present = fields.filter(([, value]) => value !== undefined);
  return join(
    present.map(([name, value]) => [name, print(value, `${margin}  `)]),
    margin,
  );
}

/** Names in the order of RFC 8785: by UTF-16 units. */
function sorted<T>(record: Readonly<Record<string, T>>): Array<[string, T]> {
  return Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function print(value: unknown, margin: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${margin}  `;
  if (Array.isArray(value)) {
    return join(
      value.map((item: unknown) => ["", print(item, inner)]),
      margin,
      "[]",
    );
  }
  const members = sorted(value as Record<string, unknown>).filter(([, member]) => member !== undefined);
  return join(
    members.map(([name, member]) => [name, print(member, inner)]),
    margin,
  );
}

/** On one line if all of it fits, otherwise a line for each. The items of a list have no names. */
function join(members: readonly Member[], margin: string, brackets: "{}" | "[]" = "{}"): string {
  const [open, close] = brackets;
  const put = ([name, text]: Member, colon: string): string =>
    brackets === "[]" ? text : `${JSON.stringify(name)}${colon}${text}`;
  if (mayFit(members, margin)) {
    const line = open + members.map((member) => put(member, ":")).join(",") + close;
    if (margin.length + line.length <= WIDTH) return line;
  }
  return `${open}\n${members.map((member) => `${margin}  ${put(member, ": ")}`).join(",\n")}\n${margin}${close}`;
}

/** Looks at no more than a line of it: the whole may be large. */
function mayFit(members: readonly Member[], margin: string): boolean {
  let size = margin.length;
  return members.every(([name, text]) => (size += name.length + text.length) <= WIDTH && !text.includes("\n"));
}
