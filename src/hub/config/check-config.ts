import { collectErrors } from "../../schema/explain/collect-errors.ts";
import { quickCheck } from "../../schema/engine/validator.ts";
import type { ValueError } from "../../schema/types/value-error.ts";
import { isRecord } from "../../shared/json/is-record.ts";
import { fromPointer, toPointer } from "../../shared/json/json-pointer.ts";
import { Redactor } from "../observe/redact.ts";
import type { ConfigProblem } from "./text/config-error.ts";
import { ConfigError } from "./text/config-error.ts";
import { findRuleBreaches } from "./config-rules.ts";
import type { ConfigPath, ConfigText } from "./text/config-text.ts";
import { expandEnv } from "./expand-env.ts";
import { hubConfigSchema } from "./hub-config.ts";
import type { HubConfig } from "./hub-config.ts";
import type { LoadedConfig } from "./loaded-config.ts";

const MOST_PROBLEMS = 100;

/** A config to check, and how errors name it. */
export interface CheckRequest {
  /** The name of the file in problems. */
  readonly file: string;
  readonly text: ConfigText;
  readonly env: Readonly<Record<string, string | undefined>>;
}

type CheckedConfig = Pick<LoadedConfig, "config" | "secrets" | "locate" | "expanded">;

/** A value of the environment of this length may be a secret. Shorter ones are words and numbers. */
const SHORTEST_SECRET = 8;

/** The config with its variables filled in. Throws a `ConfigError` with every mistake. */
export function checkConfig({ file, text, env }: CheckRequest): CheckedConfig {
  const { value, expanded, inserted, missing, malformed, endless } = expandEnv(text.value, env);
  const secrets = inserted.filter((one) => one.text.length >= SHORTEST_SECRET);
  const redactor = new Redactor();
  redactor.add(secrets.map((secret) => secret.text));
  const hasSecret = new Set(secrets.map(({ path }) => showPath(path)));
  const problemAt = (path: ConfigPath, message: string, extra: ProblemExtra = {}): ConfigProblem => ({
    file,
    ...text.locate(path, extra.part),
    path: showPath(path),
    message,
    ...(extra.hint === undefined ? {} : { hint: extra.hint }),
  });
  if (endless.length > 0) {
    throw new ConfigError(endless.map((path) => problemAt(path, "it contains itself, or is nested too deep")));
  }
  const problems = [
    ...missing.map(({ path, name }) =>
      problemAt(path, `the environment variable ${name} is not set`, {
        hint: `set it, here or in operations.env beside this file, or write \${${name}:-default}`,
      }),
    ),
    ...malformed.map(({ path, text: found }) =>
      problemAt(path, `${JSON.stringify(found)} is not a reference to an environment variable`, {
        hint: "write ${NAME} or ${NAME:-default}; $${ means a plain ${",
      }),
    ),
  ];
  const unknownValues = new Set(missing.map(({ path }) => showPath(path)));
  for (const error of findErrors(value, expanded)) {
    const path = fromPointer(error.path);
    // The value of a missing variable is unknown: the missing variable is the only mistake here.
    if (unknownValues.has(showPath(path))) continue;
    const isUnknownKey = error.keyword === "additionalProperties";
    // A secret under a wrong name must not end up in a log.
    const isHidden = isSecretPath(path) || hasSecret.has(showPath(path));
    const message = isHidden ? error.message.replaceAll(error.received, "a hidden value") : error.message;
    // YAML reads lines that are not indented further as siblings, and leaves this value empty.
    const isEmptied = /\.ya?ml$/.test(file) && error.message === "expected object, received null";
    const hint = isEmptied ? "indent the lines that belong to it" : numberHint(path, valueAt(value, path), error);
    problems.push(problemAt(path, redactor.redactKnown(message), { part: isUnknownKey ? "key" : "value", hint }));
  }
  if (problems.length === 0) {
    problems.push(
      ...findRuleBreaches(value as HubConfig).map(({ path, message, hint }) =>
        problemAt(path, redactor.redactKnown(message), { hint }),
      ),
    );
  }
  if (problems.length > 0) throw new ConfigError(problems.sort(byPosition));
  const texts = [...new Set(secrets.map((secret) => secret.text))];
  const locate: ConfigText["locate"] = (path, part) => text.locate(path, part);
  return { config: value as HubConfig, secrets: texts, locate, expanded };
}

/** Numbers in a config have no unit. The command line takes units. */
function numberHint(path: ConfigPath, found: unknown, { expected }: ValueError): string | undefined {
  const [, count, unit = ""] = (typeof found === "string" && DURATION.exec(found)) || [];
  if (count === undefined || !/\b(?:integer|number)\b/.test(expected)) return undefined;
  const ms = Number(count) * (MILLISECONDS[unit] ?? 1);
  return path.at(-1) === "maxAge" ? `write seconds: ${ms / 1000}` : `write milliseconds: ${ms}`;
}

const DURATION = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)$/;
const MILLISECONDS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function valueAt(root: unknown, path: ConfigPath): unknown {
  return path.reduce<unknown>((part, step) => (part as Record<string, unknown> | undefined)?.[step], root);
}

interface ProblemExtra {
  readonly part?: "key" | "value" | undefined;
  readonly hint?: string | undefined;
}

/** The errors that remain once texts of the environment are the numbers and flags that the schema requires. */
function findErrors(value: unknown, expanded: readonly ConfigPath[]): ValueError[] {
  if (fitsUsedSettings(value)) return [];
  const schema = hubConfigSchema();
  const errors = collectErrors(schema, value, { limit: MOST_PROBLEMS });
  if (errors.length === 0 || expanded.length === 0) return errors;
  return convertExpanded(value, expanded, errors) ? collectErrors(schema, value, { limit: MOST_PROBLEMS }) : errors;
}

/** Most configs use a few settings. Checking only those takes a fraction of the time, and every command does it. */
function fitsUsedSettings(value: unknown): boolean {
  return isRecord(value) && quickCheck(hubConfigSchema((name) => Object.hasOwn(value, name)))(value);
}

/**
 * Variables are texts. If the schema refuses a text, `"8080"` becomes a number and `"true"` a flag. Returns whether any
 * did.
 */
export function convertExpanded(
  root: unknown,
  expanded: readonly ConfigPath[],
  errors: readonly ValueError[],
): boolean {
  const wrong = new Set(errors.map(({ path }) => path));
  return expanded.filter((path) => wrong.has(toPointer(path)) && convertAt(root, path)).length > 0;
}

function convertAt(root: unknown, path: ConfigPath): boolean {
  const parent = path.slice(0, -1).reduce<unknown>((part, step) => (part as Record<string, unknown>)[step], root);
  const name = path.at(-1) as string;
  const holder = parent as Record<string, unknown>;
  const text = holder[name];
  if (typeof text !== "string") return false;
  if (text === "true" || text === "false") holder[name] = text === "true";
  else if (text.trim() !== "" && String(Number(text)) === text) holder[name] = Number(text);
  else return false;
  return true;
}

const SECRET_NAMES = /^(?:key|sha256|secret|token|password|clientSecret|privateKey|assertion|idToken|identitySecret)$/;
const SECRET_GROUPS = /^(?:env|headers|credentials|parameters)$/;

function isSecretPath(path: ConfigPath): boolean {
  return SECRET_NAMES.test(String(path.at(-1))) || path.some((step) => SECRET_GROUPS.test(String(step)));
}

/** `serve.keys[0].id`: as a person would write it. */
export function showPath(path: ConfigPath): string {
  return path.reduce<string>((shown, step) => {
    if (/^\d+$/.test(String(step))) return `${shown}[${step}]`;
    if (!/^[\w$-]+$/.test(String(step))) return `${shown}[${JSON.stringify(step)}]`;
    return shown === "" ? String(step) : `${shown}.${step}`;
  }, "");
}

function byPosition(left: ConfigProblem, right: ConfigProblem): number {
  return (left.line ?? 0) - (right.line ?? 0) || (left.column ?? 0) - (right.column ?? 0);
}
