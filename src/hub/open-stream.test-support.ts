import { expect } from "vitest";

/** Reads a stream up to its first item, and returns what follows. */
export async function openStream(asked: Promise<Response>): Promise<{ readonly rest: Promise<string> }> {
  const answer = await asked;
  expect(answer.status).toBe(200);
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  const { value } = await reader.read();
  expect(decoder.decode(value)).toContain("tick");
  const readOn = async (): Promise<string> => {
    let text = "";
    for (;;) {
      const { done, value: chunk } = await reader.read();
      if (done) return text;
      text += decoder.decode(chunk);
    }
  };
  return { rest: readOn() };
}
