/** The end of an iteration, one object for all of them. */
export const DONE: IteratorReturnResult<undefined> = Object.freeze({ done: true, value: undefined });
