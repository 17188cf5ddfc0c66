import { describe, expect, it } from "vitest";
import { UnansweredBytes } from "./unanswered-bytes.ts";

const KIB = 1024;

interface Question {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** A server that answers when the test says so. */
function setUp() {
  const asked: Question[] = [];
  const bytes = new UnansweredBytes(
    () => new Promise<void>((resolve, reject) => void asked.push({ resolve: () => resolve(), reject })),
  );
  return { asked, bytes };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("when bytes are published to a server that does not acknowledge them", () => {
  it("asks nothing about a few bytes", () => {
    const { asked, bytes } = setUp();
    for (let times = 0; times < 63; times++) bytes.add(KIB);
    expect([bytes.count, asked.length]).toEqual([0, 0]);
  });

  it("counts many bytes until the server has answered, with one question at a time", async () => {
    const { asked, bytes } = setUp();
    bytes.add(100 * KIB);
    bytes.add(200 * KIB);
    expect([bytes.count, asked.length]).toEqual([300 * KIB, 1]);
    asked[0]?.resolve();
    await turn();
    expect([bytes.count, asked.length]).toEqual([200 * KIB, 2]);
    asked[1]?.resolve();
    await turn();
    expect([bytes.count, asked.length]).toEqual([0, 2]);
    bytes.add(64 * KIB);
    expect([bytes.count, asked.length]).toEqual([64 * KIB, 3]);
  });

  it("counts nothing for a lost connection", async () => {
    const { asked, bytes } = setUp();
    bytes.add(100 * KIB);
    asked[0]?.reject(new Error("lost"));
    await turn();
    expect(bytes.count).toBe(0);
    bytes.add(100 * KIB);
    expect([bytes.count, asked.length]).toEqual([100 * KIB, 2]);
  });
});
