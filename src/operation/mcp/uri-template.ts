/** URI templates (RFC 6570, levels 1 to 3) of your own resources: what their variables are, and how they expand. */
import { CallError } from "../../errors/call-error.ts";

/** The names between the braces of one expression. */
type NamesIn<TExpression extends string> = TExpression extends `${infer TFirst},${infer TRest}`
  ? TFirst | NamesIn<TRest>
  : TExpression;

type RequiredNames<TUri extends string> = TUri extends `${string}{${infer TExpression}}${infer TRest}`
  ?
      | (TExpression extends `${"?" | "&"}${string}`
          ? never
          : NamesIn<TExpression extends `${"+" | "#" | "." | "/" | ";"}${infer TNames}` ? TNames : TExpression>)
      | RequiredNames<TRest>
  : never;

type OptionalNames<TUri extends string> = TUri extends `${string}{${infer TExpression}}${infer TRest}`
  ? (TExpression extends `${"?" | "&"}${infer TNames}` ? NamesIn<TNames> : never) | OptionalNames<TRest>
  : never;

/** The variables of a template: those of a query may be missing. */
export type TemplateVariables<TUri extends string> = string extends TUri
  ? Readonly<Record<string, string>>
  : { readonly [Name in RequiredNames<TUri>]: string } & { readonly [Name in OptionalNames<TUri>]?: string };

/** One expression of a template, such as `{?q,page}`. */
export interface TemplateExpression {
  readonly operator: string;
  readonly names: readonly string[];
  /** Whether its variables may be missing: those of a query. */
  readonly isOptional: boolean;
}

const EXPRESSION = /\{([^{}]*)\}/g;
const OPERATOR_AND_NAMES = /^([+#./;?&]?)([A-Za-z0-9_]+(?:,[A-Za-z0-9_]+)*)$/;

/** The text before the values of an expression, and between them. */
const SEPARATORS: Readonly<Record<string, readonly [first: string, between: string]>> = {
  "": ["", ","],
  "+": ["", ","],
  "#": ["#", ","],
  ".": [".", "."],
  "/": ["/", "/"],
  ";": [";", ";"],
  "?": ["?", "&"],
  "&": ["&", "&"],
};

/** The expressions of a template; none for a plain URI. */
export function readTemplate(template: string): TemplateExpression[] {
  return Array.from(template.matchAll(EXPRESSION), ([whole, inner = ""]) => {
    const [, operator, names] = OPERATOR_AND_NAMES.exec(inner) ?? [];
    if (operator === undefined || names === undefined) {
      const message = `The URI template ${template} has the expression ${whole}: write names of letters, digits and _ (RFC 6570, levels 1 to 3).`;
      throw new CallError("VALIDATION_ERROR", message);
    }
    return { operator, names: names.split(","), isOptional: operator === "?" || operator === "&" };
  });
}

/** The URI that a template and its variables make. */
export function expandTemplate(
  template: string,
  expressions: readonly TemplateExpression[],
  variables: Readonly<Record<string, unknown>>,
): string {
  let index = 0;
  return template.replaceAll(EXPRESSION, () => {
    const { operator, names } = expressions[index++] as TemplateExpression;
    const [first, between] = SEPARATORS[operator] as readonly [string, string];
    const encode = operator === "+" || operator === "#" ? encodeURI : encodeURIComponent;
    const isNamed = operator === "?" || operator === "&" || operator === ";";
    const values = names
      .filter((name) => variables[name] !== undefined)
      .map((name) => `${isNamed ? `${name}=` : ""}${encode(String(variables[name]))}`);
    return values.length === 0 ? "" : `${first}${values.join(between)}`;
  });
}
