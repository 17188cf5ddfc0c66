import { CallError } from "../errors/call-error.ts";

export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly whole?: boolean;
}

/** An option's value, if it lies within the range; a wrong one is found when the middleware is made, not in a call. */
export function checkedNumber(name: string, value: number, { min, max, whole = false }: NumberRange): number {
  // A whole number may be Infinity, where the range allows that.
  const isWhole = Number.isInteger(value) || value === Infinity;
  if (typeof value === "number" && value >= min && value <= max && (!whole || isWhole)) return value;
  const kind = whole ? "a whole number" : "a number";
  throw new CallError("VALIDATION_ERROR", `${name} is ${String(value)}: give ${kind} from ${min} to ${max}.`);
}
