// Seed 000, Scanner: scan, register the specs, then the handlers. The file system is injected, as ADR-002 wants it.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { OperationRegistry, scanOperations, type ScannerFS } from "@alkdev/operations"
import myOperation from "./scanned/my-operation.ts"

const fs: ScannerFS = {
  async *readdir(path) {
    for (const entry of await readdir(path, { withFileTypes: true })) {
      yield { name: entry.name, isFile: entry.isFile(), isDirectory: entry.isDirectory() }
    }
  },
  cwd: () => process.cwd(),
}

const scanned = await scanOperations(fileURLToPath(new URL("./scanned", import.meta.url)), fs)
assert.deepEqual(scanned.map((spec) => spec.name), ["myOperation", "mySpec"]);

const registry = new OperationRegistry()
const myHandler = async (input: { name: string }) => ({ result: `Bye, ${input.name}` })
const scannedSpec = scanned[1]!
registry.registerSpec(scannedSpec)
registry.registerHandler("myapp.mySpec", myHandler)
registry.register(myOperation)

assert.deepEqual((await registry.execute("myapp.mySpec", { name: "Ada" })).data, { result: "Bye, Ada" });
assert.deepEqual((await registry.execute("myapp.myOperation", { name: "Ada" })).data, { result: "Hello, Ada" });
