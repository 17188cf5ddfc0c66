/**
 * The names and meanings of an operation's parameters, without its schema. A source that builds schemas on first use
 * gives its operations this method, so that a search need not build them.
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

/** Undefined if only the operation's schema has them. */
export function parameterTextsOf(spec: object): readonly ParameterText[] | undefined {
  return PARAMETER_TEXTS in spec ? (spec as WithParameterTexts)[PARAMETER_TEXTS]() : undefined;
}
