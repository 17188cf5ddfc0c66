import { watch } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { defineOperation, defineSource, OperationType, Type } from "../../src/entries/index.ts";
import type { AnyOperation } from "../../src/entries/index.ts";

/** One operation per CSV file in a folder. It returns the rows whose columns have the given values. */
const csvSource = defineSource({
  configSchema: Type.Object({ folder: Type.String() }, { additionalProperties: false }),
  async open(config, context) {
    const folder = resolve(context.folder, config.folder);
    const watcher = watch(folder); // throws if the folder does not exist
    let tables = await readTables(folder, context.name).catch((error: unknown) => {
      watcher.close();
      throw error;
    });
    let reading = Promise.resolve();
    const fail = (error: unknown): void => context.stateChanged({ state: "failed", error });
    const read = async (): Promise<void> => {
      tables = await readTables(folder, context.name, tables);
      context.changed();
    };
    watcher.on("change", () => {
      reading = reading.then(read).catch(fail);
    });
    watcher.on("error", fail);
    return {
      get operations() {
        return tables.operations;
      },
      report: () => ({ quarantined: tables.quarantined, findings: [] }),
      async close() {
        watcher.close();
        await reading;
      },
    };
  },
});

export default csvSource;

interface Table {
  text: string;
  operation: AnyOperation;
}

interface Tables {
  operations: AnyOperation[];
  quarantined: Array<{ id: string; reason: string }>;
  known: Map<string, Table>;
}

async function readTables(folder: string, namespace: string, before?: Tables): Promise<Tables> {
  const tables: Tables = { operations: [], quarantined: [], known: new Map() };
  const files = (await readdir(folder)).filter((file) => file.endsWith(".csv")).sort();
  for (const file of files) {
    const text = await readFile(join(folder, file), "utf8");
    const known = before?.known.get(file);
    try {
      // An unchanged table stays the same operation.
      const table = known?.text === text ? known : { text, operation: toOperation(file, namespace, text) };
      tables.known.set(file, table);
      tables.operations.push(table.operation);
    } catch (error) {
      tables.quarantined.push({ id: file, reason: (error as Error).message });
    }
  }
  return tables;
}

function toOperation(file: string, namespace: string, text: string): AnyOperation {
  const lines = text.trim().split(/\r?\n/);
  const [columns = [], ...rows] = lines.map((line) => line.split(","));
  const odd = rows.findIndex((row) => row.length !== columns.length);
  if (odd >= 0) throw new Error(`line ${odd + 2} has ${rows[odd]?.length} cells, expected ${columns.length}`);
  const records = rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? ""])));
  const row = Type.Object(Object.fromEntries(columns.map((column) => [column, Type.String()])));
  return defineOperation({
    name: file.slice(0, -".csv".length),
    namespace,
    version: "1.0.0",
    type: OperationType.QUERY,
    description: `The rows of ${file}`,
    inputSchema: Type.Partial(row),
    outputSchema: Type.Array(row),
    accessControl: { requiredScopes: [] },
    handler: (wanted) =>
      records.filter((record) => Object.entries(wanted).every(([column, value]) => record[column] === value)),
  });
}
