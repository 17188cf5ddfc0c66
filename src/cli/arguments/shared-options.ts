/** Options that several commands have. */
import type { OptionDefinition } from "./parse-options.ts";

export const CONFIG: OptionDefinition = {
  name: "config",
  short: "c",
  value: "<file>",
  summary: "The config. Default: operations.config.{json,yaml,ts,…} in this folder.",
};

export const LOG: readonly OptionDefinition[] = [
  {
    name: "log-level",
    value: "<level>",
    choices: ["trace", "debug", "info", "warn", "error", "fatal", "silent"],
    summary: "How much to log, on standard error.",
  },
  { name: "log-file", value: "<file>", summary: "Append the log to this file instead." },
];

export const JSON_OUTPUT: OptionDefinition = {
  name: "json",
  summary: "Print JSON, for programs. Errors are JSON too.",
};

export const YES: OptionDefinition = {
  name: "yes",
  short: "y",
  summary: "Run the config of this folder without asking, even if you never ran it.",
};

export const KEY: OptionDefinition = {
  name: "key",
  value: "<key>",
  summary: "The key for the hub. Default: OPERATIONS_KEY, or the key that a hub on this machine has stored.",
};

export const HUB: readonly OptionDefinition[] = [
  { name: "hub", value: "<url>", summary: "Use a running hub instead of the config. Default: OPERATIONS_HUB." },
  KEY,
];

/** For commands that use the operations of the config or of a hub. */
export const BACKEND: readonly OptionDefinition[] = [CONFIG, ...HUB, JSON_OUTPUT, ...LOG];

export const NO_HUB: OptionDefinition = {
  name: "no-hub",
  summary: "Open the source here, even if a hub of the same config runs on this machine.",
};

export const TIMEOUT: OptionDefinition = {
  name: "timeout",
  short: "t",
  value: "<time>",
  summary: "Give up after 500ms, 30s or 2m. A bare number is seconds.",
};

/** For commands that also work with some of the sources. */
export const SOURCE_TIMEOUT: OptionDefinition = {
  ...TIMEOUT,
  summary: "Wait this long for sources, then go on without the rest: 500ms, 30s, 2m. A bare number is seconds.",
};

export const CALL: readonly OptionDefinition[] = [
  {
    name: "input",
    short: "i",
    value: "<json>",
    summary: "The input as JSON. @file reads it from a file, - from standard input.",
  },
  { name: "envelope", summary: "Print the envelope: data and meta." },
  TIMEOUT,
  { name: "yes", short: "y", summary: "Approve the call, and the config of this folder, in advance." },
  NO_HUB,
  ...BACKEND,
];
