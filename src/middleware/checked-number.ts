import { CallError } from "../errors/call-error.ts";

export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly whole?: boolean;
}

/** The value of an option, if it lies in the range. A wrong one throws when the middleware is made, not during a call. */
export function checkedNumber(name: string, value: number, { min, max, whole = false }: NumberRange): number {
  // A whole number may be Infinity if the range allows that.
  const isWhole = Number.isInteger(value) || value === Infinity;
  if (typeof value === "number" && value >= min && value <= max && (!whole || isWhole)) return value;
  const kind = whole ? "a whole number" : "a number";
  throw new CallError("VALIDATION_ERROR", `${name} is ${String(value)}: give ${kind} from ${min} to ${max}.`);
}
