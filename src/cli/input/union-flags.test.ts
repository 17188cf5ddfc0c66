import { describe, expect, it } from "vitest";
import { outlineSchema } from "../json-schema/outline-schema.ts";
import { exampleCommands } from "./example-command.ts";
import { chooseForms, parseInputFlags } from "./parse-input-flags.ts";

const CARD = {
  type: "object",
  properties: { kind: { const: "card" }, number: { type: "string" }, amount: { type: "integer" } },
  required: ["kind", "number"],
};
const TRANSFER = {
  type: "object",
  properties: {
    kind: { const: "transfer" },
    iban: { type: "string" },
    amount: { type: "string", description: "As text." },
    via: {
      oneOf: [
        { type: "object", properties: { type: { const: "sepa" }, urgent: { type: "boolean" } }, required: ["type"] },
        {
          type: "object",
          properties: { type: { const: "swift" }, bic: { type: "string" } },
          required: ["type", "bic"],
        },
      ],
    },
  },
  required: ["kind", "iban"],
};
const schema = {
  type: "object",
  properties: { payment: { oneOf: [CARD, TRANSFER] }, note: { type: "string" } },
  required: ["payment"],
};

const parse = (...tokens: string[]): Promise<unknown> =>
  parseInputFlags(tokens, chooseForms(schema, tokens), undefined);

describe("flags of a union", () => {
  it.each([
    [
      ["--payment.kind", "card", "--payment.number", "42", "--payment.amount", "7"],
      { payment: { kind: "card", number: "42", amount: 7 } },
    ],
    [
      ["--payment.amount=7", "--payment.kind=transfer", "--payment.iban", "DE1"],
      { payment: { kind: "transfer", iban: "DE1", amount: "7" } },
    ],
    [
      ["--payment.kind=transfer", "--payment.via.type", "swift", "--payment.via.bic", "X"],
      { payment: { kind: "transfer", via: { type: "swift", bic: "X" } } },
    ],
  ])("have the types of the branch that the tag chooses: %j", async (tokens, input) => {
    expect(await parse(...tokens)).toEqual(input);
  });

  it("take the branch from the given input as well", async () => {
    const base = { payment: { kind: "transfer" } };
    const tokens = ["--payment.amount", "7"];
    expect(await parseInputFlags(tokens, chooseForms(schema, tokens, base), base)).toEqual({
      payment: { kind: "transfer", amount: "7" },
    });
  });

  it("say which branch a flag belongs to", async () => {
    await expect(parse("--payment.kind", "card", "--payment.iban", "DE1")).rejects.toThrow(
      "--payment.iban goes with --payment.kind transfer, and another form was chosen.",
    );
    await expect(parse("--payment.kind", "cash")).rejects.toThrow(/must be one of card, transfer/);
  });

  it("are listed with the tag first, each with its branch", () => {
    const shown = chooseForms(schema, []).list();
    expect(shown.map(({ name, isRequired, of = [] }) => [name, isRequired, ...of])).toEqual([
      ["payment.kind", true],
      ["payment.number", true, "--payment.kind card"],
      ["payment.amount", false],
      ["payment.iban", true, "--payment.kind transfer"],
      ["payment.via.type", false, "--payment.kind transfer"],
      ["payment.via.urgent", false, "--payment.via.type sepa"],
      ["payment.via.bic", false, "--payment.via.type swift"],
      ["note", false],
    ]);
    const chosen = chooseForms(schema, ["--payment.kind", "card"]).list();
    expect(chosen.map(({ name }) => name)).toEqual(["payment.kind", "payment.number", "payment.amount", "note"]);
  });

  it("give an example for each branch", async () => {
    expect(await exampleCommands({ id: "shop.pay", type: "MUTATION", inputSchema: schema })).toEqual([
      "operations call shop.pay --payment.kind card --payment.number text",
      "operations call shop.pay --payment.kind transfer --payment.iban text",
    ]);
  });
});

it("outlines a union by its branches, after what they share", () => {
  const rows = outlineSchema(schema).map(({ depth, name, type, isRequired }) =>
    `${"  ".repeat(depth)}${name}${isRequired ? "*" : ""} ${type}`.trimEnd(),
  );
  expect(rows).toEqual([
    "payment* object",
    '  kind* one of "card", "transfer"',
    '  kind "card"',
    "    number* text",
    "    amount integer",
    '  kind "transfer"',
    "    iban* text",
    "    amount text",
    "    via object",
    '      type* one of "sepa", "swift"',
    '      type "sepa"',
    "        urgent boolean",
    '      type "swift"',
    "        bic* text",
    "note text",
  ]);
});
