import { toDeprecation } from "../shared/deprecation.ts";
import { isSameJSON } from "../shared/json/is-same-json.ts";
import type { FitAnswer } from "./compare/answer.ts";
import { containedIn } from "./compare/contained-in.ts";
import { SameSchemas } from "./compare/same-schema.ts";
import type { ComparedNode, ComparedSide } from "./compare/schema-node.ts";
import type { LockedError, LockedOperation } from "./lock-file.ts";
import type { OperationFacts } from "./operation-form.ts";
import type { Change, ChangeKind, Verdict } from "./operation-change.ts";
import { changedTexts } from "./schema-texts.ts";

/** A version of an operation, and where the references in its schemas lead. */
export interface OperationVersion {
  readonly operation: LockedOperation;
  readonly side: ComparedSide;
}

/** How an operation has changed, by meaning: what it takes, returns, does, requires and says. */
export function compareOperation(before: OperationVersion, after: OperationVersion): Change[] {
  const [old, current] = [before.operation, after.operation];
  const pair = (field: "input" | "output"): [ComparedNode, ComparedNode] => [
    { schema: old[field], side: before.side },
    { schema: current[field], side: after.side },
  ];
  return [
    ...kindChanges(old, current),
    ...compareSchemas("input", ...pair("input")),
    ...compareSchemas("output", ...pair("output")),
    ...errorChanges(before, after),
    ...rightsChanges(old, current),
    ...(old.at === current.at ? [] : [difference("address changed", "look", old.at, current.at)]),
    ...textChanges(old, current),
    ...schemaTextChanges("input", ...pair("input")),
    ...schemaTextChanges("output", ...pair("output")),
  ];
}

/** Whether two versions take and return the same. */
export function hasSameSchemas(before: OperationVersion, after: OperationVersion): boolean {
  const same = new SameSchemas();
  return (["input", "output"] as const).every((field) =>
    same.isSame(
      { schema: before.operation[field], side: before.side },
      { schema: after.operation[field], side: after.side },
    ),
  );
}

/** Callers send the input: what fitted must still fit. They read the output: what comes must fit the old schema. */
function compareSchemas(field: "input" | "output", before: ComparedNode, after: ComparedNode): Change[] {
  if (new SameSchemas().isSame(before, after)) return [];
  const fitsNew = containedIn(before, after);
  const fitsOld = containedIn(after, before);
  const decisive = field === "input" ? fitsNew : fitsOld;
  const verdict = verdictOf(decisive);
  const isWider = fitsNew.is === "yes";
  const isNarrower = fitsOld.is === "yes";
  if (isWider && isNarrower) return [{ change: `${field} changed`, verdict, why: "it says the same in other words" }];
  const change: ChangeKind = isWider ? `${field} widened` : isNarrower ? `${field} narrowed` : `${field} changed`;
  const shown = decisive.is === "yes" ? (field === "input" ? fitsOld : fitsNew) : decisive;
  if (shown.is === "yes") return [{ change, verdict }];
  const subject = shown === fitsNew ? "what fitted before" : "what comes now";
  const doubt = shown.is === "unknown" ? " (undecided)" : "";
  return [{ change, verdict, path: shown.path, why: `${subject} ${shown.why}${doubt}` }];
}

function verdictOf(answer: FitAnswer): Verdict {
  if (answer.is === "yes") return "compatible";
  return answer.is === "no" ? "breaking" : "look";
}

function kindChanges(old: OperationFacts, current: OperationFacts): Change[] {
  const changes: Change[] = [];
  if (old.kind !== current.kind) {
    // Callers may have repeated it, cached it or called it without asking. That is no longer safe.
    const isHarmless = old.kind === "MUTATION" && current.kind === "QUERY";
    changes.push(difference("kind changed", isHarmless ? "look" : "breaking", old.kind, current.kind));
  }
  if (old.idempotent !== current.idempotent) {
    const verdict = old.idempotent === true ? "breaking" : "compatible";
    changes.push({
      change: "kind changed",
      verdict,
      why: `it is ${current.idempotent === true ? "now" : "no longer"} idempotent`,
    });
  }
  if (!isSameJSON(old.hints ?? {}, current.hints ?? {})) {
    changes.push(
      difference("kind changed", "look", JSON.stringify(old.hints ?? {}), JSON.stringify(current.hints ?? {})),
    );
  }
  return changes;
}

function rightsChanges({ rights: old = {} }: OperationFacts, { rights: current = {} }: OperationFacts): Change[] {
  if (isSameJSON(old, current)) return [];
  const { requiredScopes: before = [], ...others } = old;
  const { requiredScopes: after = [], ...otherRights } = current;
  const isMore = after.some((scope) => !before.includes(scope));
  const verdict = isMore && isSameJSON(others, otherRights) ? "breaking" : "look";
  return [difference("rights changed", verdict, JSON.stringify(old), JSON.stringify(current))];
}

function errorChanges(before: OperationVersion, after: OperationVersion): Change[] {
  const [old, current] = [before.operation.errors ?? {}, after.operation.errors ?? {}];
  const codes = [...new Set([...Object.keys(old), ...Object.keys(current)])];
  return codes.flatMap((code): Change[] => {
    const [one, other] = [errorOf(old, code), errorOf(current, code)];
    if (one === undefined) return [{ change: "errors changed", verdict: "look", why: `it may fail with ${code}` }];
    if (other === undefined)
      return [{ change: "errors changed", verdict: "compatible", why: `it no longer fails with ${code}` }];
    const nodes: [ComparedNode, ComparedNode] = [
      { schema: one.schema ?? {}, side: before.side },
      { schema: other.schema ?? {}, side: after.side },
    ];
    const found = compareSchemas("output", ...nodes).map(({ verdict, path, why }): Change => {
      return { change: "errors changed", verdict, path, why: `the details of ${code}: ${why ?? "another schema"}` };
    });
    const status =
      one.httpStatus === other.httpStatus
        ? []
        : [difference("errors changed", "look", `${code} ${one.httpStatus}`, `${code} ${other.httpStatus}`)];
    const text =
      one.description === other.description
        ? []
        : [difference("text changed", "look", one.description, other.description)];
    return [...found, ...status, ...text, ...schemaTextChanges(code, ...nodes)];
  });
}

function errorOf(errors: Readonly<Record<string, LockedError>>, code: string): LockedError | undefined {
  return Object.hasOwn(errors, code) ? errors[code] : undefined;
}

function textChanges(old: OperationFacts, current: OperationFacts): Change[] {
  const texts = (["title", "description"] as const).flatMap((field) =>
    old[field] === current[field] ? [] : [difference("text changed", "look", old[field], current[field], field)],
  );
  const others = (["tags", "metadata"] as const).flatMap((field) => {
    if (isSameJSON(old[field] ?? {}, current[field] ?? {})) return [];
    return [difference("text changed", "look", JSON.stringify(old[field]), JSON.stringify(current[field]), field)];
  });
  return [...texts, ...others, ...deprecationChanges(old, current)];
}

/** A deprecation breaks no caller. Its reason is text that models read. */
function deprecationChanges({ deprecated: old }: OperationFacts, { deprecated: current }: OperationFacts): Change[] {
  if (isSameJSON(old, current)) return [];
  const reason = toDeprecation(current)?.reason;
  const verdict = reason === undefined || reason === toDeprecation(old)?.reason ? "compatible" : "look";
  return [difference("text changed", verdict, JSON.stringify(old), JSON.stringify(current), "deprecated")];
}

function schemaTextChanges(field: string, before: ComparedNode, after: ComparedNode): Change[] {
  return changedTexts(before, after).map((text) =>
    difference("text changed", "look", text.before, text.after, `${field}${text.path}`),
  );
}

function difference(change: ChangeKind, verdict: Verdict, before = "", after = "", path?: string): Change {
  return { change, verdict, ...(path === undefined ? {} : { path }), before, after };
}
