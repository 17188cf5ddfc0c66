#!/usr/bin/env node
import { t as main } from "../chunks/command-DcVYX5yF.js";
import { readFileSync } from "node:fs";
// src/cli/bin.ts
const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
await main(process.argv.slice(2), manifest.version);
