import { describe, expect, it } from "vitest";
import { readMessages, refusedResponse, tooLargeError } from "./json-rpc.ts";

describe("when a line is parsed", () => {
  it.each([
    '{"jsonrpc":"2.0","id":1,"result":{}}',
    '{"jsonrpc":"2.0","id":"a","error":{"code":-1,"message":"no"}}',
    '{"jsonrpc":"2.0","method":"notifications/message"}',
  ])("accepts a message: %s", (line) => {
    expect(readMessages(line, 1000)).toEqual([JSON.parse(line)]);
  });

  it("splits a batch", () => {
    expect(readMessages('[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}]', 1000)).toHaveLength(2);
  });

  it.each(["hello", "{", "null", "3", "[1]", "{}", '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","id":null,"result":1}'])(
    "accepts nothing else: %s",
    (line) => {
      expect(readMessages(line, 1000)).toBeUndefined();
    },
  );
});

describe("when a response is too large to read", () => {
  it.each([
    ['{"jsonrpc":"2.0","id":7,"result":{', '"}]}}'],
    ['{ "id" : 7, "result":{', '"}]}}'],
    ['{"result":{"content":[{', '"}]},"jsonrpc":"2.0","id":7}'],
    ['{"result":{"content":[{', '"}]},"id":7,"jsonrpc":"2.0"}'],
  ])("finds its id from its ends: %s … %s", (head, tail) => {
    expect(refusedResponse({ head, tail }, tooLargeError(10, 5))).toMatchObject({
      id: 7,
      error: { data: { code: "PAYLOAD_TOO_LARGE" } },
    });
  });

  it.each([
    ['{"result":{"id":7,', '"id":8}}'],
    ['{"result":{"id":7,', "}}"],
    ['{"jsonrpc":"2.0","method":"a","id":"x","params":{', "}}"],
  ])("does not guess: %s … %s", (head, tail) => {
    expect(refusedResponse({ head, tail }, tooLargeError(10, 5))).toBeUndefined();
  });
});
