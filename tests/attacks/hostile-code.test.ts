import { afterAll, describe, expect, it } from "vitest";
import { openHostileHost } from "./hostile-host.ts";
import { hostilePrograms } from "./hostile-programs.ts";

const host = openHostileHost();
afterAll(() => host.close());

/** A sample of each kind. `npm run attack:code` runs all. */
const some = hostilePrograms.filter((_program, index) => index % 7 === 0);

describe("a hostile program", () => {
  it.each(some)("does no harm: $name", async (program) => {
    const { harm } = await host.run(program);
    expect(harm).toEqual([]);
  });

  it("leaves the event loop of its host free", () => {
    // Measures processor time of this thread, so that other work on the machine changes nothing.
    expect(host.blocks().ours).toBeLessThan(250);
  });

  it("would be noticed if it escaped", async () => {
    const { harm } = await host.run({ name: "an escape", code: "return { proof: 'ESCAPED' }" });
    expect(harm).toEqual(["it escaped"]);
  });

  it("is one of more than a hundred", () => {
    expect(new Set(hostilePrograms.map(({ code }) => code)).size).toBeGreaterThanOrEqual(100);
  });
});
