/** How long a broker that does not answer may keep a bus from closing. Milliseconds. */
const CLOSE_GRACE = 1000;

/** Waits for what the broker has to answer, but not for ever; whether it fails makes no difference. */
export async function withinGrace(work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const outOfGrace = new Promise((resolve) => {
    timer = setTimeout(resolve, CLOSE_GRACE);
  });
  await Promise.race([work.catch(() => undefined), outOfGrace]);
  clearTimeout(timer);
}
