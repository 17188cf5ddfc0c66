/** An upstream that speaks MCP on standard input and output. SIGUSR2 makes it write lines that are not answers. */
import { renameSync, writeFileSync } from "node:fs";
import { OperationRegistry } from "../../src/entries/index.ts";
import { serveMCP } from "../../src/entries/serve-mcp.ts";
import { openRanLog } from "../support/ran-log.ts";
import { chaosOperations } from "./chaos-operations.ts";

const { pidFile, ranLog } = JSON.parse(process.argv[2] ?? "") as { pidFile: string; ranLog: string };
// Renamed into place: a reader that saw half a number would signal another process.
writeFileSync(`${pidFile}.${process.pid}`, String(process.pid));
renameSync(`${pidFile}.${process.pid}`, pidFile);

/**
 * Writes whole lines: half a line would also destroy the answer behind it, and no client could tell whose answer that
 * was.
 */
const garbage = [
  "Listening on standard input …",
  "",
  "null",
  "[]",
  '{"jsonrpc":"2.0","id":"never asked","result":{"content":[]}}',
  '{"jsonrpc":"2.0","id":1,"result":',
  '{"jsonrpc":"1.0","method":7}',
  "\u0000\u0001\u0002",
  "x".repeat(100_000),
];
process.on("SIGUSR2", () => process.stdout.write(`${garbage.join("\n")}\n`));

const registry = new OperationRegistry().registerAll(chaosOperations("upstream", openRanLog(ranLog, "upstream")));
const { closed } = await serveMCP(registry, { maxConcurrentCalls: 1000 }).connect();
await closed;
process.exit(0);
