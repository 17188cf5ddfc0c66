import type { AnyOperation } from "../../operation/define-operation.ts";
import { isRecord } from "../../shared/json/is-record.ts";
import { closestName } from "../../shared/closest-name.ts";
import { toNameTest } from "../../shared/name-pattern.ts";
import type { SourceFinding } from "../../sources/source.ts";
import { showPlace } from "../config/config-place.ts";
import type { ConfigPositions } from "../config/config-place.ts";
import type { SourcePolicyConfig } from "../config/hub-config.ts";
import type { ConfigPath } from "../config/text/config-text.ts";
import { configNames } from "../shaping/source-shaping.ts";
import type { SourceTrouble } from "./source-status.ts";
import type { SourceShaping } from "../shaping/source-shaping.ts";

interface RuleName {
  readonly path: ConfigPath;
  readonly name: string;
  /** The names of operations that it may fit: those at the source, or also those that the config gives. */
  readonly among: "source" | "all";
  /** Whether operations would go unguarded if it were a mistake. */
  readonly isGuard: boolean;
}

/** Which rules of a source fit none of its operations. */
export interface UnmatchedNames {
  readonly findings: readonly SourceFinding[];
  /** Why the source must not be served, and where the config says so. */
  readonly closing?: SourceTrouble | undefined;
}

const ALL_MATCHED: UnmatchedNames = { findings: [] };

/**
 * The names and patterns in the rules of a source. An exact name in `approval` that the source has never had is a
 * mistake that would leave an operation unguarded, so the source stays closed. All others are only reported.
 */
export class RuleNames {
  readonly #names: readonly RuleName[];
  readonly #loaded: ConfigPositions;
  /** Guards that have fitted an operation. An operation that goes away later leaves nothing unguarded. */
  readonly #proven = new Set<RuleName>();

  /** `path` leads to the source in the config. */
  constructor(config: SourcePolicyConfig, loaded: ConfigPositions, path: ConfigPath) {
    const { include = [], exclude = [], approval, operations = {} } = config;
    const list = (rule: string, names: readonly string[]): RuleName[] =>
      names.map((name, index) => {
        const isGuard = rule === "approval" && !name.includes("*");
        return { path: [...path, rule, index], name, among: "all", isGuard };
      });
    this.#loaded = loaded;
    this.#names = [
      ...Object.keys(operations).map((name): RuleName => {
        return { path: [...path, "operations", name], name, among: "source", isGuard: false };
      }),
      ...list("approval", Array.isArray(approval) ? approval : []),
      ...list("include", include),
      ...list("exclude", exclude),
    ];
  }

  /** Compares with everything that the source offers. */
  compare(offered: readonly AnyOperation[], shaping: SourceShaping): UnmatchedNames {
    if (this.#names.length === 0) return ALL_MATCHED;
    const operations = offered.filter(isRecord);
    const source = new Set(operations.flatMap((operation) => configNames(operation)));
    const shaped = operations.flatMap((operation) => configNames(shaping.shape(operation)));
    const known = { source, all: new Set([...source, ...shaped]) };
    const unmatched = this.#names.filter((rule) => {
      const isMatched = fitsAny(rule, known[rule.among]);
      if (isMatched && rule.isGuard) this.#proven.add(rule);
      return !isMatched;
    });
    // A source without operations has nothing to guard yet.
    const guards = operations.length === 0 ? [] : unmatched.filter((rule) => rule.isGuard && !this.#proven.has(rule));
    const harmless = unmatched.filter((rule) => !guards.includes(rule));
    const findings = harmless.map(({ path, name, among }) => {
      const what = name.includes("*") ? "fits this pattern" : "has this name";
      const why = `no operation of the source ${what}${hintFor(name, known[among])}`;
      return { kind: "unmatched", where: showPlace(this.#loaded, path), why };
    });
    const [first] = guards;
    if (first === undefined) return { findings };
    const named = guards.map(({ name }) => `${JSON.stringify(name)}${hintFor(name, known.all)}`).join(", ");
    const error = `it stays closed, because no operation has a name that needs an approval: ${named}. Correct the name; for an operation that may appear later, write a pattern such as ${JSON.stringify(`${first.name}*`)}`;
    return { findings, closing: { error, where: showPlace(this.#loaded, first.path) } };
  }
}

function fitsAny({ name, among }: RuleName, known: ReadonlySet<string>): boolean {
  if (known.has(name)) return true;
  // `operations` shapes single operations: it takes no patterns.
  return name.includes("*") && among === "all" && Array.from(known).some(toNameTest(name));
}

function hintFor(name: string, known: Iterable<string>): string {
  const closest = closestName(name, known);
  return closest === undefined ? "" : ` (did you mean ${closest}?)`;
}
