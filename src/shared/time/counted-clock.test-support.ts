import { onTestFinished, vi } from "vitest";

/**
 * Each look at the clock takes one millisecond for the rest of the test. Work in slices then takes the same number of
 * slices on every machine, fast or slow.
 */
export function countedClock(): void {
  let now = Date.now();
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now++);
  onTestFinished(() => clock.mockRestore());
}
