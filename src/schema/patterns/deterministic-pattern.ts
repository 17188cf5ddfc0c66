/**
 * Recognises patterns that a backtracking engine matches in linear time, because no text can be matched in two ways: at
 * every choice, the next character allows at most one way to go on. It errs only on the safe side.
 */
import type { PatternNode } from "./pattern-syntax.ts";

/** Without `^`, the engine starts again at every character. That is fine if a match is no longer than this. */
const MAX_UNANCHORED_LENGTH = 32;

export function isDeterministic(root: PatternNode): boolean {
  return (isAnchored(root) || longest(root) <= MAX_UNANCHORED_LENGTH) && hasOneWay(root, 0n);
}

/** Whether it can match only at the start of a text. */
export function isAnchored(node: PatternNode): boolean {
  if (node.kind === "choice") return node.branches.every(isAnchored);
  if (node.kind === "sequence") return node.parts[0] !== undefined && isAnchored(node.parts[0]);
  return node.kind === "assertion" && node.sign === "^";
}

/** Whether no text has two ways through the node. `after` holds the characters that may follow it, as bits. */
function hasOneWay(node: PatternNode, after: bigint): boolean {
  switch (node.kind) {
    case "characters":
    case "assertion":
      return true;
    case "lookahead":
      return false;
    case "sequence": {
      let following = after;
      return node.parts.toReversed().every((part) => {
        const isFine = hasOneWay(part, following);
        following = isNullable(part) ? following | firstOf(part) : firstOf(part);
        return isFine;
      });
    }
    case "choice": {
      let taken = 0n;
      return (
        node.branches.filter(isNullable).length < 2 &&
        node.branches.every((branch) => {
          const first = isNullable(branch) ? firstOf(branch) | after : firstOf(branch);
          const isFree = (first & taken) === 0n;
          taken |= first;
          return isFree && hasOneWay(branch, after);
        })
      );
    }
    default:
      return repeatsOneWay(node, after);
  }
}

function repeatsOneWay({ body, min, max }: PatternNode & { kind: "repeat" }, after: bigint): boolean {
  if (max === 0) return true;
  if (isNullable(body)) return false;
  const first = firstOf(body);
  // With an exact count there is no choice between another turn and what follows.
  const isExact = min === max && longest(body) === shortest(body);
  if (!isExact && (first & after) !== 0n) return false;
  return hasOneWay(body, max === 1 ? after : first | after);
}

/** The characters that a match can begin with. */
function firstOf(node: PatternNode): bigint {
  switch (node.kind) {
    case "characters":
      return node.set.bits;
    case "sequence": {
      let first = 0n;
      for (const part of node.parts) {
        first |= firstOf(part);
        if (!isNullable(part)) break;
      }
      return first;
    }
    case "choice":
      return node.branches.reduce((first, branch) => first | firstOf(branch), 0n);
    case "repeat":
      return node.max === 0 ? 0n : firstOf(node.body);
    default:
      return 0n;
  }
}

function isNullable(node: PatternNode): boolean {
  return shortest(node) === 0;
}

function shortest(node: PatternNode): number {
  if (node.kind === "choice") return Math.min(...node.branches.map(shortest));
  return measure(node, (repeat) => (repeat.min === 0 ? 0 : repeat.min * shortest(repeat.body)), shortest);
}

function longest(node: PatternNode): number {
  if (node.kind === "choice") return Math.max(...node.branches.map(longest));
  return measure(node, (repeat) => (repeat.max === 0 ? 0 : repeat.max * longest(repeat.body) || 0), longest);
}

function measure(
  node: PatternNode,
  ofRepeat: (repeat: PatternNode & { kind: "repeat" }) => number,
  ofPart: (part: PatternNode) => number,
): number {
  if (node.kind === "characters") return 1;
  if (node.kind === "sequence") return node.parts.reduce((sum, part) => sum + ofPart(part), 0);
  return node.kind === "repeat" ? ofRepeat(node) : 0;
}
