/**
 * What the parameters of an operation are called, and what they mean, without its schema: a source that builds schemas on
 * first use gives its operations this method, so that a search need not build them.
 */

export interface ParameterText {
  readonly name: string;
  readonly description: string;
}

export const PARAMETER_TEXTS: unique symbol = Symbol("parameter texts");

/** An operation that can describe its parameters. */
export interface WithParameterTexts {
  [PARAMETER_TEXTS](): readonly ParameterText[];
}

/** Undefined if its schema has to tell. */
export function parameterTextsOf(spec: object): readonly ParameterText[] | undefined {
  return PARAMETER_TEXTS in spec ? (spec as WithParameterTexts)[PARAMETER_TEXTS]() : undefined;
}
