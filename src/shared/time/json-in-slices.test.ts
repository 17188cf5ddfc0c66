import * as fc from "fast-check";
import { expect, it } from "vitest";
import { jsonInSlices } from "./json-in-slices.ts";

it("writes what JSON.stringify writes, however finely it slices the value", async () => {
  const values = fc.oneof(fc.jsonValue(), fc.object({ values: [fc.constant(undefined), fc.string(), fc.double()] }));
  await fc.assert(
    fc.asyncProperty(values, fc.nat(3), async (value, levels) => {
      expect(await jsonInSlices(() => value, levels)).toBe(JSON.stringify(value));
    }),
  );
});

it("writes a list whose items are made one by one, and lets other work run in between", async () => {
  let turns = 0;
  const counting = setInterval(() => turns++, 0);
  const items = function* (): Generator<object> {
    for (let index = 0; index < 2000; index++) {
      const end = performance.now() + 0.05;
      while (performance.now() < end);
      yield { index };
    }
  };
  const text = await jsonInSlices(() => ({ items: items() }), 2);
  clearInterval(counting);
  expect(JSON.parse(text)).toEqual({ items: Array.from({ length: 2000 }, (_, index) => ({ index })) });
  expect(turns).toBeGreaterThan(1);
});
