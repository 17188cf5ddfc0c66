import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { root } from "./rooms.ts";

/** The files that each file names: imports and re-exports, of values and types, static and dynamic. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const NAMED_MODULE = /(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s+)["'`](\.[^"'`]*)["'`]/gm;

export async function readImports(files: readonly string[]): Promise<ImportGraph> {
  const graph = new Map<string, string[]>();
  for (const file of files) {
    const text = await readFile(join(root, file), "utf8");
    graph.set(
      file,
      [...text.matchAll(NAMED_MODULE)].map(([, specifier = ""]) => join(dirname(file), specifier)),
    );
  }
  return graph;
}

/** Groups of files that reach each other (Tarjan's strongly connected components). */
export function findCycles(graph: ImportGraph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    lowest.set(file, order.get(file) ?? 0);
    open.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(next) ?? 0));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = open.splice(open.indexOf(file));
    if (group.length > 1) cycles.push(group);
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles;
}
