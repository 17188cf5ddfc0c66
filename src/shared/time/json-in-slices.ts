import { inSlices } from "./slices.ts";

/** How many values are written between two looks at the clock. */
const STEP = 32;

/**
 * Writes a large value as JSON in slices, so that nothing else waits for long. `levels` says how deep it is taken
 * apart. Each value below that depth is written in one go, and has to be small.
 */
export async function jsonInSlices(value: () => unknown, levels: number): Promise<string> {
  const steps = function* (): Generator<void, string> {
    // Made in the first step, because making it may take steps too.
    return (yield* writeParts(value(), levels, { count: 0 })) ?? "null";
  };
  return await inSlices(steps());
}

interface Written {
  count: number;
}

function* writeParts(value: unknown, levels: number, written: Written): Generator<void, string | undefined> {
  if (levels === 0 || typeof value !== "object" || value === null) {
    if (++written.count % STEP === 0) yield;
    return JSON.stringify(value);
  }
  const parts: string[] = [];
  if (isList(value)) {
    for (const item of value) parts.push((yield* writeParts(item, levels - 1, written)) ?? "null");
    return `[${parts.join(",")}]`;
  }
  for (const [name, member] of Object.entries(value)) {
    const text = yield* writeParts(member, levels - 1, written);
    if (text !== undefined) parts.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${parts.join(",")}}`;
}

/** Includes lists whose items are made one by one, as they are written. */
function isList(value: object): value is Iterable<unknown> {
  return Symbol.iterator in value;
}
