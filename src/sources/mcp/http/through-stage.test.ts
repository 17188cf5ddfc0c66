import { expect, it } from "vitest";
import { throughStage } from "./through-stage.ts";
import type { Bytes, Stage } from "./through-stage.ts";

interface Closed {
  readonly error: unknown;
  readonly isWhole: boolean;
}

class CountedStage implements Stage {
  readonly closings: Closed[] = [];

  take(chunk: Bytes): readonly Bytes[] {
    return [chunk];
  }

  end(): readonly Bytes[] {
    return [new Uint8Array([2])];
  }

  closed(error: unknown, isWhole: boolean): void {
    this.closings.push({ error, isWhole });
  }
}

it("tells the stage once of the end of a body that was given up while a read was under way", async () => {
  const stage = new CountedStage();
  let reads = 0;
  const body = new ReadableStream<Bytes>(
    {
      pull(controller) {
        if (++reads === 1) controller.enqueue(new Uint8Array([1]));
      },
    },
    { highWaterMark: 0 },
  );
  const reader = throughStage(body, stage).getReader();
  expect((await reader.read()).value).toEqual(new Uint8Array([1]));
  const next = reader.read();
  await expect.poll(() => reads).toBe(2);
  await reader.cancel();
  expect(await next).toEqual({ done: true, value: undefined });
  // The inner read ends a little later.
  await new Promise((resolve) => setTimeout(resolve));
  expect(stage.closings).toEqual([{ error: undefined, isWhole: false }]);
});

it("tells the stage once of a body that was read to its end", async () => {
  const stage = new CountedStage();
  const read = await new Response(throughStage(new Blob(["a"]).stream(), stage)).bytes();
  expect(read).toEqual(new Uint8Array([97, 2]));
  expect(stage.closings).toEqual([{ error: undefined, isWhole: true }]);
});
