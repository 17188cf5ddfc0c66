import type { ConfigPath } from "./text/config-text.ts";

export interface Expansion {
  readonly value: unknown;
  /** Strings that are one variable and nothing else: their schema may require a number. */
  readonly expanded: readonly ConfigPath[];
  /** Values from the environment, and where they stand now. */
  readonly inserted: ReadonlyArray<{ readonly path: ConfigPath; readonly text: string }>;
  /** Variables that are not set. */
  readonly missing: ReadonlyArray<{ readonly path: ConfigPath; readonly name: string }>;
  /** `${` without its end, or with an invalid name. */
  readonly malformed: ReadonlyArray<{ readonly path: ConfigPath; readonly text: string }>;
  /** Values that contain themselves, or are nested too deep. They are left out. */
  readonly endless: readonly ConfigPath[];
}

const MAX_DEPTH = 100;

/** `$${` is a plain `${`; then `${NAME}` or `${NAME:-default}`; then a malformed reference. */
const REFERENCE = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}|\$\{[^}]*\}?/g;

/** Replaces `${NAME}` and `${NAME:-default}` in every string of a value. Property names stay as they are. */
export function expandEnv(value: unknown, env: Readonly<Record<string, string | undefined>>): Expansion {
  const expanded: ConfigPath[] = [];
  const inserted: Array<{ path: ConfigPath; text: string }> = [];
  const missing: Array<{ path: ConfigPath; name: string }> = [];
  const malformed: Array<{ path: ConfigPath; text: string }> = [];
  const endless: ConfigPath[] = [];
  const around = new Set<object>();

  const expandText = (text: string, path: ConfigPath): string => {
    const result = text.replaceAll(REFERENCE, (whole: string, name?: string, fallback?: string) => {
      if (whole === "$${") return "${";
      if (name === undefined) {
        malformed.push({ path, text: whole });
        return whole;
      }
      const found = Object.hasOwn(env, name) ? env[name] : undefined;
      // As in a shell: `:-` also replaces an empty variable.
      if (found === undefined || (found === "" && fallback !== undefined)) {
        if (fallback === undefined) missing.push({ path, name });
        return fallback ?? "";
      }
      inserted.push({ path, text: found });
      return found;
    });
    if (/^\$\{[^}]*\}$/.test(text)) expanded.push(path);
    return result;
  };

  const expand = (part: unknown, path: ConfigPath): unknown => {
    if (typeof part === "string") return part.includes("${") ? expandText(part, path) : part;
    if (typeof part !== "object" || part === null || !(Array.isArray(part) || isPlain(part))) return part;
    if (around.has(part) || path.length > MAX_DEPTH) {
      endless.push(path);
      return undefined;
    }
    around.add(part);
    const whole = Array.isArray(part)
      ? part.map((item: unknown, index) => expand(item, [...path, index]))
      : Object.fromEntries(Object.entries(part).map(([name, member]) => [name, expand(member, [...path, name])]));
    around.delete(part);
    return whole;
  };

  return { value: expand(value, []), expanded, inserted, missing, malformed, endless };
}

/** A config in a module may hold any value. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
