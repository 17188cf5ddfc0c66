import { collectErrors } from "../../schema/explain/collect-errors.ts";
import type { ValueError } from "../../schema/types/value-error.ts";
import { Redactor } from "../observe/redact.ts";
import type { ConfigProblem } from "./config-error.ts";
import { ConfigError } from "./config-error.ts";
import { findRuleBreaches } from "./config-rules.ts";
import type { ConfigPath, ConfigText } from "./config-text.ts";
import { expandEnv } from "./expand-env.ts";
import { HubConfigSchema } from "./hub-config.ts";
import type { HubConfig } from "./hub-config.ts";
import type { LoadedConfig } from "./loaded-config.ts";

const MOST_PROBLEMS = 100;

/** What is checked, and how to speak of it. */
export interface CheckRequest {
  /** Named in problems. */
  readonly file: string;
  readonly text: ConfigText;
  readonly env: Readonly<Record<string, string | undefined>>;
}

type CheckedConfig = Pick<LoadedConfig, "config" | "secrets" | "locate" | "expanded">;

/** From here on a value of the environment may be a secret: shorter ones are words and numbers. */
const SHORTEST_SECRET = 8;

/** The config with its variables in place; throws a `ConfigError` with every mistake. */
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
    throw new ConfigError(endless.map((path) => problemAt(path, "it holds itself, or is nested too deep")));
  }
  const problems = [
    ...missing.map(({ path, name }) =>
      problemAt(path, `the environment variable ${name} is not set`, { hint: `set it, or write \${${name}:-default}` }),
    ),
    ...malformed.map(({ path, text: found }) =>
      problemAt(path, `${JSON.stringify(found)} is no reference to an environment variable`, {
        hint: "write ${NAME} or ${NAME:-default}; $${ stands for a plain ${",
      }),
    ),
  ];
  const unknownValues = new Set(missing.map(({ path }) => showPath(path)));
  for (const error of findErrors(value, expanded)) {
    const path = toPath(error.path);
    // What a missing variable would have been is not known, and not wrong too.
    if (unknownValues.has(showPath(path))) continue;
    const isUnknownKey = error.keyword === "additionalProperties";
    // A key in the wrong place must not end up in a log.
    const isHidden = isSecretPlace(path) || hasSecret.has(showPath(path));
    const message = isHidden ? error.message.replaceAll(error.received, "what is not shown") : error.message;
    problems.push(problemAt(path, redactor.redactKnown(message), { part: isUnknownKey ? "key" : "value" }));
  }
  if (problems.length === 0) {
    problems.push(
      ...findRuleBreaches(value as HubConfig).map(({ path, message, hint }) =>
        problemAt(path, redactor.redactKnown(message), { hint }),
      ),
    );
  }
  if (problems.length > 0) throw new ConfigError(problems.sort(byPlace));
  const texts = [...new Set(secrets.map((secret) => secret.text))];
  const locate: ConfigText["locate"] = (path, part) => text.locate(path, part);
  return { config: value as HubConfig, secrets: texts, locate, expanded };
}

interface ProblemExtra {
  readonly part?: "key" | "value" | undefined;
  readonly hint?: string | undefined;
}

/** The errors that are left when texts from the environment have become the numbers and flags that are wanted there. */
function findErrors(value: unknown, expanded: readonly ConfigPath[]): ValueError[] {
  const errors = collectErrors(HubConfigSchema, value, { limit: MOST_PROBLEMS });
  if (errors.length === 0 || expanded.length === 0) return errors;
  const wrong = new Set(errors.map(({ path }) => path));
  let hasChanged = false;
  for (const path of expanded) {
    if (wrong.has(toPointer(path)) && convertAt(value, path)) hasChanged = true;
  }
  return hasChanged ? collectErrors(HubConfigSchema, value, { limit: MOST_PROBLEMS }) : errors;
}

/** Variables are texts: `"8080"` is a number, `"true"` a flag, where a text is wrong. */
export function convertAt(root: unknown, path: ConfigPath): boolean {
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

const SECRET_NAMES = /^(?:key|sha256|secret|token|password|clientSecret|identitySecret)$/;
const SECRET_GROUPS = /^(?:env|headers|credentials|parameters)$/;

function isSecretPlace(path: ConfigPath): boolean {
  return SECRET_NAMES.test(String(path.at(-1))) || path.some((step) => SECRET_GROUPS.test(String(step)));
}

function toPath(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function toPointer(path: ConfigPath): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** `serve.keys[0].id`: as a person would write it. */
export function showPath(path: ConfigPath): string {
  return path.reduce<string>((shown, step) => {
    if (/^\d+$/.test(String(step))) return `${shown}[${step}]`;
    if (!/^[\w$-]+$/.test(String(step))) return `${shown}[${JSON.stringify(step)}]`;
    return shown === "" ? String(step) : `${shown}.${step}`;
  }, "");
}

function byPlace(left: ConfigProblem, right: ConfigProblem): number {
  return (left.line ?? 0) - (right.line ?? 0) || (left.column ?? 0) - (right.column ?? 0);
}
