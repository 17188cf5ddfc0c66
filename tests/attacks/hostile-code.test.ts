import { afterAll, describe, expect, it } from "vitest";
import { openHostileHost } from "./hostile-host.ts";
import { hostilePrograms } from "./hostile-programs.ts";

const host = openHostileHost();
afterAll(() => host.close());

/** Some of each kind. `npm run attack:code` runs all. */
const some = hostilePrograms.filter((_program, index) => index % 7 === 0);

describe("a hostile program", () => {
  it.each(some)("does no harm: $name", async (program) => {
    const { harm } = await host.run(program);
    expect(harm).toEqual([]);
  });

  it("leaves the event loop of its host free", () => {
    // Processor time of this thread: a machine that is busy with other work changes nothing.
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
