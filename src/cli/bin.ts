#!/usr/bin/env node
/** The `operations` command. It parses the arguments; each command loads what it needs. */
import { main } from "./main.ts";

// Not imported: an import would read all of its exports, and some of them load Node's streams.
const { readFileSync } = process.getBuiltinModule("node:fs");

const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

await main(process.argv.slice(2), manifest.version);
