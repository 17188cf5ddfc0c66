/** Something that works at once: a folder with three operations, for users who have nothing yet. */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

export const STARTER_FOLDER = "operations";
/** The operations that wait for a person. */
export const STARTER_APPROVAL: readonly string[] = ["remember"];

/** Plain objects: they need no package, wherever the command is installed. */
const FILES: Readonly<Record<string, string>> = {
  "greet.mjs": `/** operations call hello.greet --name Ada */
export default {
  namespace: "hello",
  name: "greet",
  version: "1.0.0",
  type: "QUERY",
  description: "Greets a person.",
  inputSchema: {
    type: "object",
    properties: { name: { type: "string", minLength: 1, description: "Who is greeted.", examples: ["Ada"] } },
    required: ["name"],
  },
  outputSchema: { type: "object", properties: { greeting: { type: "string" } }, required: ["greeting"] },
  accessControl: { requiredScopes: [] },
  handler: ({ name }) => ({ greeting: \`Hello, \${name}!\` }),
};
`,
  "countdown.mjs": `import { setTimeout as wait } from "node:timers/promises";

/** operations subscribe hello.countdown --from 3 */
export default {
  namespace: "hello",
  name: "countdown",
  version: "1.0.0",
  type: "SUBSCRIPTION",
  description: "Counts down to zero, once a second.",
  inputSchema: {
    type: "object",
    properties: { from: { type: "integer", minimum: 0, maximum: 60, default: 3, description: "Where to start." } },
  },
  outputSchema: { type: "object", properties: { left: { type: "integer" } }, required: ["left"] },
  accessControl: { requiredScopes: [] },
  async *handler({ from = 3 }, { signal }) {
    for (let left = from; left >= 0; left--) {
      yield { left };
      if (left > 0) await wait(1000, undefined, { signal });
    }
  },
};
`,
  "remember.mjs": `const remembered = [];

/** operations call hello.remember --text "Buy bread" (it waits for a person: the config says so) */
export default {
  namespace: "hello",
  name: "remember",
  version: "1.0.0",
  type: "MUTATION",
  description: "Remembers a line, until the hub stops.",
  inputSchema: {
    type: "object",
    properties: { text: { type: "string", minLength: 1, maxLength: 200, examples: ["Buy bread"] } },
    required: ["text"],
  },
  outputSchema: { type: "object", properties: { remembered: { type: "array", items: { type: "string" } } }, required: ["remembered"] },
  accessControl: { requiredScopes: [] },
  handler: ({ text }) => {
    remembered.push(text);
    return { remembered };
  },
};
`,
};

/** Writes the folder, unless there is one: then its operations are the user's own. Returns the files written. */
export async function writeStarter(folder: string): Promise<string[]> {
  const target = join(folder, STARTER_FOLDER);
  if (existsSync(target)) return [];
  await mkdir(target);
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(target, name), text, { flag: "wx" });
  return Object.keys(FILES).map((name) => `${STARTER_FOLDER}/${name}`);
}
