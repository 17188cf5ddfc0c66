import { describe, expect, it } from "vitest";
import { waitForSources } from "./wait-for-sources.ts";

const never = new Promise<void>(() => undefined);
const { signal } = new AbortController();

describe("waiting for sources", () => {
  it("ends when every source was tried", async () => {
    const ready = Promise.resolve();
    await expect(waitForSources({ ready }, { signal, atMost: undefined })).resolves.toBeUndefined();
    await expect(waitForSources({ ready }, { signal, atMost: 1_000_000 })).resolves.toBeUndefined();
  });

  it("ends when the time is over", async () => {
    await expect(waitForSources({ ready: never }, { signal, atMost: 1 })).resolves.toBeUndefined();
  });

  it("fails when it is aborted", async () => {
    const aborted = AbortSignal.abort(new Error("enough"));
    await expect(waitForSources({ ready: never }, { signal: aborted, atMost: 1_000_000 })).rejects.toThrow("enough");
  });
});
