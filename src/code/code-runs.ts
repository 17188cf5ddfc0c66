/** Which calls come from programs. */

/** The contexts of handlers whose calls a program makes. */
const runContexts = new WeakSet<object>();

export function markCodeRun(context: object): void {
  runContexts.add(context);
}

/** Whether calls below this context come from a program, and therefore from the caller itself. */
export function isCodeRun(context: object): boolean {
  return runContexts.has(context);
}
