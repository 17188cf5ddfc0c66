/** The result of `work`, or `late` once the time is up. The work itself continues, and its late failure is ignored. */
export function within<TResult, TLate>(
  work: PromiseLike<TResult>,
  milliseconds: number,
  late: TLate,
): Promise<TResult | TLate> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds, late);
    void work.then(resolve, reject).then(() => clearTimeout(timer));
  });
}

/** Waits until `work` succeeds or fails, but no longer than this. Answers whether it ended in time. */
export function endsWithin(work: PromiseLike<unknown>, milliseconds: number): Promise<boolean> {
  const ended = work.then(
    () => true,
    () => true,
  );
  return within(ended, milliseconds, false);
}
