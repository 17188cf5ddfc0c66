/** Whether every value of one schema fits another. Only `yes` is a promise: it is given only if it is proven. */
export type FitAnswer = { readonly is: "yes" } | Objection;

/** `no`: some value does not fit. `unknown`: the comparison cannot tell. */
export interface Objection {
  readonly is: "no" | "unknown";
  /** Where in the value: a JSON Pointer, with `*` for any item or unnamed member. */
  readonly path: string;
  readonly why: string;
}

export const FITS: FitAnswer = { is: "yes" };

export function no(path: string, why: string): Objection {
  return { is: "no", path, why };
}

export function unknown(path: string, why: string): Objection {
  return { is: "unknown", path, why };
}

/** All must be `yes`. A `no` decides, and ends the search; an `unknown` stays. */
export function every(answers: Iterable<FitAnswer>): FitAnswer {
  let result: FitAnswer = FITS;
  for (const answer of answers) {
    if (answer.is === "no") return answer;
    if (answer.is === "unknown" && result.is === "yes") result = answer;
  }
  return result;
}

export function fromTest(fits: boolean, path: string, why: string): FitAnswer {
  return fits ? FITS : no(path, why);
}
