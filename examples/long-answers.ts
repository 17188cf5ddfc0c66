/** An answer that is too long for a model. The model gets a part, reads on, and selects what it needs. */
import assert from "node:assert/strict";
import { defineOperation, OperationRegistry, Type } from "../src/entries/index.ts";
import { toTools } from "../src/entries/tools.ts";

const list = defineOperation({
  namespace: "log",
  name: "entries",
  version: "1.0.0",
  type: "QUERY",
  description: "Lists the entries of a log.",
  inputSchema: Type.Object({}),
  outputSchema: Type.Unknown(),
  accessControl: { requiredScopes: [] },
  handler: () => ({
    entries: Array.from({ length: 2000 }, (_, line) => ({
      line,
      level: line % 500 === 0 ? "error" : "info",
      text: `Line ${line}`,
    })),
  }),
});
const tools = toTools(new OperationRegistry().register(list), { provider: "anthropic", answerTokens: 1000 });

async function call(name: string, input: object): Promise<string[]> {
  const { content } = await tools.execute({ id: "1", name, input });
  return (content as ReadonlyArray<{ readonly text?: string }>).map(({ text = "" }) => text);
}

const [part = "", note = ""] = await call("log_entries", {});
assert.ok(part.length + note.length <= 4000);
console.log(
  `1. The model gets ${(JSON.parse(part) as { entries: unknown[] }).entries.length} of 2000 entries, and reads:\n${note}`,
);

const handle = /"handle":"([^"]+)"/.exec(note)?.[1];
const [selected = ""] = await call("read_result", { handle, select: "$.entries[?@.level == 'error'].text" });
const { value } = JSON.parse(selected) as { value: { entries: unknown[] } };
assert.equal(value.entries.length, 4);
console.log(`2. It selects the errors: ${JSON.stringify(value)}`);

const [found = ""] = await call("read_result", { handle, search: "line 1999" });
assert.match(found, /\/entries\/1999\/text/);
console.log(`3. It searches: ${found}`);
tools.close();
