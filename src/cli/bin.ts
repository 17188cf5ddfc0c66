#!/usr/bin/env node
/** The `operations` command. It parses the arguments; each command loads what it needs. */
import { readFileSync } from "node:fs";
import { main } from "./main.ts";

const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

await main(process.argv.slice(2), manifest.version);
