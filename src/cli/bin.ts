#!/usr/bin/env node
/** The `operations` command. Everything beyond its arguments is loaded when a command needs it. */
import { readFileSync } from "node:fs";
import { main } from "./main.ts";

const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

await main(process.argv.slice(2), manifest.version);
