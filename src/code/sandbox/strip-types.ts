import { transform } from "sucrase";

/** Comes before the program, on its first line, so that line numbers stay the same. */
const HEAD = "(async (exports, require) => {";
const TAIL = "\n})";

/**
 * The program as a function, if it may be JavaScript already: the parser of types takes longer than the engine. The
 * engine refuses all type syntax but `f<T>(x)`, which it reads as two comparisons.
 */
export function asPlainFunction(source: string): string | undefined {
  const less = source.indexOf("<");
  return less >= 0 && /[^=]>/.test(source.slice(less)) ? undefined : `${HEAD}${source}${TAIL}`;
}

/** A program as JavaScript: an async function, with each statement on the line where the source has it. */
export function toFunction(source: string): string {
  const { code } = transform(source, {
    transforms: ["typescript", "imports"],
    disableESTransforms: true,
    preserveDynamicImport: true,
  });
  return `${HEAD}${code}${TAIL}`;
}

/** The position that the parser names at the end of its messages: `(3:10)`. */
const POSITION = / ?\((\d+):\d+\)$/;

/** The message and the line of a parser's error. */
export function syntaxProblem(error: unknown): { readonly message: string; readonly line: number | undefined } {
  const message = error instanceof Error ? error.message : String(error);
  const position = POSITION.exec(message);
  return {
    message: message.replace(POSITION, "").replace(/^Error transforming [^:]*: /, ""),
    line: position === null ? undefined : Number(position[1]),
  };
}
