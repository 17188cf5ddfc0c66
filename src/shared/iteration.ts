/** The result that ends an iteration: one object for all iterators. */
export const DONE: IteratorReturnResult<undefined> = Object.freeze({ done: true, value: undefined });
