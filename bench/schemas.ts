/** `tsx bench/schemas.ts` compares converting, compiling, checking, normalising and refusing with the bare check. */
import { ensureSubPackage } from "../scripts/sub-package.ts";
import { ensureDocuments, readDocument } from "../tests/openapi-documents/documents.ts";
import { importBundled } from "./import-bundled.ts";
import { largestSchema } from "./largest-schema.ts";
import { measure } from "./measure.ts";
import type { Candidate } from "./measure.ts";
import { printTable } from "./print-table.ts";
import { recordRatio } from "./record-ratio.ts";
import type * as SchemaEntry from "./schema-entry.ts";

/** The part of Ajv that we use. This benchmark alone installs Ajv, on first use. */
interface Ajv {
  compile(schema: object): (value: unknown) => boolean;
  removeSchema(schema: object): unknown;
}

const itemSchema = {
  type: "object",
  properties: {
    id: { type: "integer", minimum: 1 },
    name: { type: "string", minLength: 1 },
    price: { type: "number" },
    note: { type: "string" },
  },
  required: ["id", "name", "price"],
};
const listSchema = {
  type: "object",
  properties: { items: { type: "array", items: itemSchema } },
  required: ["items"],
};

const unnamed = "normalise, 2 unnamed properties each";
const cloneOfUnnamed = "structuredClone, of the same";

type Item = ReturnType<typeof createItem>;
type List = { items: unknown[] };

await ensureSubPackage("bench");
await ensureDocuments();
const { Compile, collectErrors, FromSchema, getNormaliser, getValidator } = await importBundled<typeof SchemaEntry>(
  new URL("schema-entry.ts", import.meta.url),
);
const ajv = await loadAjv();

await compare("compiling a small object's schema", compilers(itemSchema, createItem(0)));
const { name, definitions, schema } = largestSchema(readDocument("kubernetes"));
await compare(`compiling Kubernetes' ${name} (${definitions} definitions)`, compilers(schema, {}));
await compare("a small object that fits", fitting<Item>(itemSchema, pool(createItem), withExcess));
await compare(
  "100 nested objects that fit",
  fitting<List>(
    listSchema,
    pool(() => createList(100)),
    ({ items }) => ({
      items: items.map((item) => withExcess(item as Item)),
    }),
  ),
);
await compare("refusing a small object", refusing(itemSchema, pool(createItem).map(spoil)));
await compare(
  "refusing 100 objects, the last one bad",
  refusing(
    listSchema,
    pool(() => createBadList(100)),
  ),
);
await compare(
  "refusing 1,000,000 objects, the last one bad",
  refusing(listSchema, [createBadList(1_000_000)]).slice(0, 3),
);

async function compare(title: string, candidates: Candidate[]): Promise<void> {
  const timings = await measure(candidates, { seconds: 2 });
  printTable(timings, { title });
  const ns = (name: string): number | undefined => timings.find((timing) => timing.name === name)?.ns;
  const [ours, clone] = [ns(unnamed), ns(cloneOfUnnamed)];
  if (ours === undefined || clone === undefined) return;
  console.log(`  normalising unnamed properties: ${(ours / clone).toFixed(2)}x of structuredClone (budget 0.30x)`);
  recordRatio(`${title}: normalising unnamed properties over structuredClone`, "lower", ours / clone);
}

/** Validators are cached per schema object, so each run starts with a new one. */
function compilers(schema: object, value: unknown): Candidate[] {
  const inputs = [schema];
  return [
    { name: "the engine alone", inputs, run: (source: object) => Compile(source) },
    { name: "FromSchema", inputs, run: (source: object) => FromSchema(source) },
    { name: "FromSchema and the check", inputs, run: (source: object) => getValidator(FromSchema(source)).check },
    {
      name: "FromSchema and the normaliser",
      inputs,
      run: (source: object) => getNormaliser(FromSchema(source)).isExact(value),
    },
    {
      name: "Ajv 8",
      isPeer: true,
      inputs,
      run: (source: object) => {
        const check = ajv.compile(source);
        ajv.removeSchema(source);
        return check;
      },
    },
  ];
}

function fitting<TValue>(schema: object, inputs: TValue[], addExcess: (value: TValue) => TValue): Candidate[] {
  const normaliser = getNormaliser(schema);
  const excessive = inputs.map(addExcess);
  return [
    ...checks(schema, inputs),
    { name: "exact? (all that execute() asks)", inputs, run: (value: unknown) => normaliser.isExact(value) },
    { name: "normalise, exact", inputs, run: (value: unknown) => normaliser.normalise(value).value },
    {
      name: unnamed,
      inputs: excessive,
      run: (value: unknown) => normaliser.normalise(value).value,
    },
    { name: "structuredClone", isPeer: true, inputs, run: (value: unknown) => structuredClone(value) },
    { name: cloneOfUnnamed, isPeer: true, inputs: excessive, run: (value: unknown) => structuredClone(value) },
  ];
}

function refusing(schema: object, inputs: unknown[]): Candidate[] {
  const engine = Compile(schema);
  return [
    ...checks(schema, inputs).slice(0, 2),
    { name: "collectErrors", inputs, run: (value: unknown) => collectErrors(schema, value) },
    { name: "the engine's own error list", isPeer: true, inputs, run: (value: unknown) => engine.Errors(value) },
  ];
}

function checks(schema: object, inputs: readonly unknown[]): Candidate[] {
  const engine = Compile(schema);
  const { check } = getValidator(schema);
  const ajvCheck = ajv.compile(schema);
  return [
    { name: "compiled check, the engine alone", inputs, run: (value: unknown) => engine.Check(value) },
    { name: "compiled check, ours", inputs, run: (value: unknown) => check(value) },
    { name: "Ajv 8", isPeer: true, inputs, run: (value: unknown) => ajvCheck(value) },
  ];
}

async function loadAjv(): Promise<Ajv> {
  const specifier = "ajv/dist/2020.js";
  const { Ajv2020 } = ((await import(specifier)) as { default: { Ajv2020: new (options: object) => Ajv } }).default;
  return new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
}

function pool<T>(create: (index: number) => T): T[] {
  return Array.from({ length: 16 }, (_, index) => create(index));
}

function createItem(index: number): { id: number; name: string; price: number } {
  return { id: index + 1, name: `item ${index}`, price: index * 1.25 };
}

function createList(length: number): List {
  return { items: Array.from({ length }, (_, index) => createItem(index)) };
}

function createBadList(length: number): List {
  const { items } = createList(length);
  return { items: [...items.slice(0, -1), spoil(createItem(length))] };
}

function spoil(item: Item): unknown {
  return { ...item, price: "free" };
}

function withExcess(item: Item): Item & { secret: string; internal: boolean } {
  // Through JSON, as data from outside arrives: V8 gives each object that is spread one by one its own hidden class.
  return JSON.parse(JSON.stringify({ ...item, secret: "x", internal: true })) as ReturnType<typeof withExcess>;
}
