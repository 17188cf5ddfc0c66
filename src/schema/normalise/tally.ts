/** Counts what normalising does, and notes where. */
import { toPointerToken } from "../../shared/json/json-pointer.ts";

export interface Tally {
  /** How many properties were stripped. */
  stripped: number;
  /** How many missing properties got their declared default. */
  filled: number;
  /** How many values changed to the same value in another type. */
  upcast: number;
  /** The first few stripped and the first few filled properties. */
  readonly notes: Note[];
}

interface Note {
  readonly change: "stripped" | "filled";
  /** A JSON pointer. */
  path: string;
}

/** How many properties of each kind are noted. */
const maxNotes = 5;

export function createTally(): Tally {
  return { stripped: 0, filled: 0, upcast: 0, notes: [] };
}

export function tallyStripped(tally: Tally, name: string): void {
  if (++tally.stripped <= maxNotes) tally.notes.push({ change: "stripped", path: `/${toPointerToken(name)}` });
}

export function tallyFilled(tally: Tally, name: string): void {
  if (++tally.filled <= maxNotes) tally.notes.push({ change: "filled", path: `/${toPointerToken(name)}` });
}

/** Puts the notes from this index on below a property: they were made while its value was rewritten. */
export function putUnder(notes: readonly Note[], first: number, name: string | number): void {
  const pointer = `/${toPointerToken(name)}`;
  for (let index = first; index < notes.length; index += 1) {
    const note = notes[index];
    if (note !== undefined) note.path = `${pointer}${note.path}`;
  }
}

export function pathsOf({ notes }: Tally, change: Note["change"]): string[] {
  const paths: string[] = [];
  for (const note of notes) if (note.change === change) paths.push(note.path);
  return paths;
}
