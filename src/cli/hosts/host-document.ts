/** The text of a host's config, as data and with single parts changed. Comments, order and the rest stay. */
import type { HostEntry } from "./host.ts";

export interface HostDocument {
  /** The whole as data. */
  readonly value: Readonly<Record<string, unknown>>;
  /** The text with this entry at the path of these names, or without one. Throws if anything else would change. */
  with(names: readonly string[], entry: HostEntry | undefined): string;
}

/** The text is not what the host itself could read. */
export class BrokenDocument extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** The value that a change should lead to, computed without the text. */
export function changed(
  value: unknown,
  [name, ...rest]: readonly string[],
  entry: HostEntry | undefined,
): Record<string, unknown> {
  const members = new Map(Object.entries(value ?? {}));
  if (name === undefined) return Object.fromEntries(members);
  if (rest.length > 0) members.set(name, changed(members.get(name), rest, entry));
  else if (entry === undefined) members.delete(name);
  else members.set(name, entry);
  return Object.fromEntries(members);
}
