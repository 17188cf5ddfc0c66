import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createTextSeal } from "./text-seal.ts";

const secret = new TextEncoder().encode("a secret that all members of a bus share");
const seal = createTextSeal(secret);

/** As docs/protocol.md describes it, for other languages. */
function sealedAsDocumented(topic: string, frame: string): string {
  const key = createHmac("sha256", secret).update("operations: seal of a bus, version 1").digest();
  return `${createHmac("sha256", key).update(`${topic}\n${frame}`).digest("base64url")}${frame}`;
}

describe("the seal of a text", () => {
  it.each(["", "{}", '{"from":"a","events":["ü 💥"]}'])("is the documented one, and opens: %s", (text) => {
    const sealed = seal.seal("operations.peers", text);
    expect(sealed).toBe(sealedAsDocumented("operations.peers", text));
    expect(seal.open("operations.peers", sealed)).toBe(text);
  });

  it("does not open on another topic, with another secret, or after any change", () => {
    const sealed = seal.seal("operations.peer.a", '{"from":"b"}');
    const other = createTextSeal(new TextEncoder().encode("another secret, of at least 32 bytes, too"));
    expect(seal.open("operations.peer.b", sealed)).toBeUndefined();
    expect(other.open("operations.peer.a", sealed)).toBeUndefined();
    for (let index = 0; index < sealed.length; index++) {
      const changed = `${sealed.slice(0, index)}${sealed[index] === "x" ? "y" : "x"}${sealed.slice(index + 1)}`;
      expect(seal.open("operations.peer.a", changed)).toBeUndefined();
    }
  });

  it("does not open a text that is too short or not sealed", () => {
    for (const text of ["", "x", "x".repeat(seal.length), "ü".repeat(seal.length), '{"from":"a","events":[]}'])
      expect(seal.open("operations.peers", text)).toBeUndefined();
  });
});
