import type { OpenedSource, SourceFinding, SourceLog } from "../../sources/source.ts";
import type { UnmatchedNames } from "./rule-names.ts";
import type { SourcePolicy } from "./source-policy.ts";

/** What the rules of an open source say that it cannot do. Logs what is new. */
export class RuleMistakes {
  readonly #log: SourceLog;
  #unmatched: UnmatchedNames = { findings: [] };
  #warned = "";

  constructor(log: SourceLog) {
    this.#log = log;
  }

  /** Names that no operation has. */
  get unmatched(): readonly SourceFinding[] {
    return this.#unmatched.findings;
  }

  /** Why the source must stay closed. */
  get closing(): UnmatchedNames["closing"] {
    return this.#unmatched.closing;
  }

  /** Returns whether the reason to stay closed is another one now. */
  compare(policy: SourcePolicy, offered: OpenedSource["operations"]): boolean {
    const before = this.closing?.error;
    this.#unmatched = policy.names.compare(offered, policy.shaping);
    return before !== this.closing?.error;
  }

  /** `impossible`: the shapes that operations cannot have. */
  warn(impossible: readonly string[]): void {
    const unmatched = this.unmatched.map(({ where, why }) => `${where}: ${why}`);
    const all = [...unmatched, ...impossible].join("\n");
    if (all === this.#warned) return;
    this.#warned = all;
    if (unmatched.length > 0) this.#log("warn", "rules name operations that the source does not have", { unmatched });
    if (impossible.length > 0)
      this.#log("warn", "operations cannot be shaped as the config says", { mistakes: impossible });
  }

  logReady(operations: number): void {
    const { closing } = this;
    if (closing === undefined) this.#log("info", "source ready", { operations });
    else this.#log("warn", "source failed", closing);
  }
}
