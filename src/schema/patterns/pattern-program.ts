/** A pattern as a program that follows all ways to match at once, one character after the other (Thompson, 1968). */
import type { CharacterSet } from "./character-set.ts";
import { isAnchored } from "./deterministic-pattern.ts";
import type { Pattern, PatternNode } from "./pattern-syntax.ts";

export type Instruction =
  | { readonly kind: "read"; readonly set: CharacterSet; readonly next: number }
  | { readonly kind: "fork"; readonly next: readonly number[] }
  | { readonly kind: "assert"; readonly sign: "^" | "$" | "\\b" | "\\B"; readonly next: number }
  | { readonly kind: "look"; readonly ahead: PatternProgram; readonly negated: boolean; readonly next: number }
  | { readonly kind: "match" };

export interface PatternProgram {
  readonly instructions: readonly Instruction[];
  readonly start: number;
  readonly isUnicode: boolean;
  /** Whether a match can begin only where the program starts. */
  readonly isAnchored: boolean;
}

/** How many instructions a pattern takes: a repeated part takes its own for every turn. */
export function programSize(node: PatternNode): number {
  switch (node.kind) {
    case "sequence":
      return node.parts.reduce((sum, part) => sum + programSize(part), 0);
    case "choice":
      return node.branches.reduce((sum, branch) => sum + programSize(branch), 1);
    case "repeat":
      return (node.max === Infinity ? node.min + 1 : node.max) * (programSize(node.body) + 1);
    case "lookahead":
      return programSize(node.body) + 2;
    default:
      return 1;
  }
}

export function buildProgram({ root, isUnicode }: Pattern): PatternProgram {
  return assemble(root, { isUnicode, isAnchored: isAnchored(root) });
}

function assemble(root: PatternNode, kind: Pick<PatternProgram, "isUnicode" | "isAnchored">): PatternProgram {
  const instructions: Instruction[] = [{ kind: "match" }];
  const add = (instruction: Instruction): number => instructions.push(instruction) - 1;

  /** The instructions of a node that continue at `next`. They are made from the end to the start. */
  const emit = (node: PatternNode, next: number): number => {
    switch (node.kind) {
      case "characters":
        return add({ kind: "read", set: node.set, next });
      case "assertion":
        return add({ kind: "assert", sign: node.sign, next });
      case "lookahead": {
        const ahead = assemble(node.body, { ...kind, isAnchored: true });
        return add({ kind: "look", ahead, negated: node.negated, next });
      }
      case "sequence":
        return node.parts.reduceRight((after, part) => emit(part, after), next);
      case "choice":
        return add({ kind: "fork", next: node.branches.map((branch) => emit(branch, next)) });
      default:
        return emitRepeat(node, next);
    }
  };

  const emitRepeat = ({ body, min, max }: PatternNode & { kind: "repeat" }, next: number): number => {
    let entry = next;
    if (max === Infinity) {
      const turns: number[] = [];
      entry = add({ kind: "fork", next: turns });
      turns.push(emit(body, entry), next);
    } else {
      for (let turn = min; turn < max; turn++) entry = add({ kind: "fork", next: [emit(body, entry), next] });
    }
    for (let turn = 0; turn < min; turn++) entry = emit(body, entry);
    return entry;
  };

  return { ...kind, start: emit(root, 0), instructions };
}
