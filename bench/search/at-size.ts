import { monitorEventLoopDelay } from "node:perf_hooks";
import { OperationRegistry } from "../../src/registry/operation-registry.ts";
import { createSearch } from "../../src/search/create-search.ts";
import { importOpenAPI } from "../../src/sources/openapi/import-openapi.ts";
import type { OpenAPISpec } from "../../src/sources/openapi/options/openapi-document.ts";
import { ensureDocuments, readDocument } from "../../tests/openapi-documents/documents.ts";
import { median } from "../median.ts";

/** Times the index and queries over copies of GitHub's operations, repeated until there are this many. */
export async function measureAtSize(size: number, queries: readonly string[]): Promise<void> {
  await ensureDocuments();
  const document = readDocument("github") as OpenAPISpec;
  const registry = new OperationRegistry();
  for (let copy = 1; registry.list().length < size; copy++) {
    const { operations } = importOpenAPI(document, { namespace: `github${copy}`, baseUrl: "https://api.example" });
    registry.registerAll(operations.slice(0, size - registry.list().length));
  }
  const search = createSearch(registry);
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const began = performance.now();
  const idle = process.cpuUsage();
  await search.search("warm up");
  const built = performance.now() - began;
  const building = process.cpuUsage(idle);
  const times: number[] = [];
  const before = process.cpuUsage();
  for (const query of queries) {
    const start = performance.now();
    await search.search(query);
    times.push(performance.now() - start);
  }
  const searching = process.cpuUsage(before);
  delays.disable();
  search.close();
  const cpu = milliseconds(searching) / queries.length;
  console.log(`\n${size.toLocaleString("en")} operations, ${queries.length} queries`);
  console.log(
    `  index ${built.toFixed(0)} ms, ${milliseconds(building).toFixed(0)} ms of CPU; a query ${median(times).toFixed(2)} ms (median), ${cpu.toFixed(2)} ms of CPU (mean)`,
  );
  console.log(`  longest pause of the event loop ${(delays.max / 1e6).toFixed(0)} ms`);
}

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
