/**
 * Makes errors without their stacks. For refusals that a client can cause by the thousand: a stack takes longer than all
 * the rest of a refusal, and says nothing about a limit.
 */
export function withoutStack<T>(make: () => T): T {
  const { stackTraceLimit } = Error as { readonly stackTraceLimit?: number };
  // Not by assignment, which throws where the globals are frozen.
  Reflect.set(Error, "stackTraceLimit", 0);
  try {
    return make();
  } finally {
    Reflect.set(Error, "stackTraceLimit", stackTraceLimit);
  }
}
