import { randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claimedAddress, seal, unseal } from "./seal.ts";

const keys = fc.uint8Array({ minLength: 32, maxLength: 32 });
const texts = fc.string({ unit: "binary", maxLength: 200 });
const addresses = fc.record({ source: texts, identity: texts });

describe("when an entry is sealed", () => {
  it("opens with its key and its address, whatever they are", () => {
    fc.assert(
      fc.property(keys, addresses, texts, (key, address, text) => {
        const sealed = seal(key, address, text);
        expect(unseal(key, address, sealed)).toBe(text);
        expect(claimedAddress(sealed)).toEqual(address);
      }),
    );
  });

  it("opens with no other key, source or identity, even if the entry was rewritten to name them", () => {
    fc.assert(
      fc.property(keys, keys, addresses, addresses, (key, otherKey, address, other) => {
        fc.pre(!Buffer.from(key).equals(Buffer.from(otherKey)) && JSON.stringify(address) !== JSON.stringify(other));
        const sealed = seal(key, address, "secret");
        expect(() => unseal(otherKey, address, sealed)).toThrow("can't be opened");
        expect(() => unseal(key, other, sealed)).toThrow("another login");
        const moved = JSON.stringify({ ...(JSON.parse(sealed) as object), ...other });
        expect(() => unseal(key, other, moved)).toThrow("the entry was changed");
      }),
    );
  });

  it("no longer opens if any byte of it changes", () => {
    const key = randomBytes(32);
    const address = { source: "s", identity: "i" };
    fc.assert(
      fc.property(texts, fc.nat(), fc.integer({ min: 1, max: 255 }), (text, at, change) => {
        const entry = JSON.parse(seal(key, address, text)) as { data: string };
        const data = Buffer.from(entry.data, "base64");
        const index = at % data.length;
        data[index] = (data[index] ?? 0) ^ change;
        expect(() => unseal(key, address, JSON.stringify({ ...entry, data: data.toString("base64") }))).toThrow();
      }),
    );
  });

  it("never shows its text, and is never the same twice", () => {
    const [key, address] = [randomBytes(32), { source: "s", identity: "i" }];
    const sealed = seal(key, address, "a refresh token");
    expect(sealed).not.toContain("refresh");
    expect(seal(key, address, "a refresh token")).not.toBe(sealed);
  });
});

describe("when an entry is not one of ours", () => {
  it.each([
    "",
    "{",
    "null",
    "[]",
    "{}",
    '{"v":2}',
    '{"v":1,"source":1}',
    '{"v":1,"source":"","identity":"","nonce":"","data":""}',
  ])("refuses %j", (text) => {
    expect(() => unseal(randomBytes(32), { source: "", identity: "" }, text)).toThrow("can't be opened");
  });
});
