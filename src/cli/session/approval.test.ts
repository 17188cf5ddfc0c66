import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { createApproval, createElicitation } from "./approval.ts";
import { Spinner } from "../terminal/spinner.ts";
import { Terminal } from "../terminal/terminal.ts";

interface Person {
  readonly terminal: Terminal;
  readonly spinner: Spinner;
  /** Answers each question in turn, as soon as it is on the screen. */
  answers(...lines: string[]): void;
  screen(): string;
}

function createPerson(isThere = true): Person {
  const stdin = Object.assign(new PassThrough(), { isTTY: isThere });
  const stderr = Object.assign(new PassThrough(), { isTTY: isThere, columns: 80 });
  const terminal = new Terminal({ stdin, stdout: new PassThrough(), stderr }, { TERM: "dumb" });
  const lines: string[] = [];
  let screen = "";
  stderr.on("data", (chunk) => {
    screen += String(chunk);
    const line = screen.endsWith(" ") ? lines.shift() : undefined;
    if (line !== undefined) stdin.write(`${line}\n`);
  });
  return {
    terminal,
    spinner: new Spinner(terminal, ""),
    answers: (...more) => void lines.push(...more),
    screen: () => screen,
  };
}

const signal = new AbortController().signal;
const requestedSchema = {
  type: "object",
  properties: { name: { type: "string" }, age: { type: "integer", description: "in years" }, note: { type: "string" } },
  required: ["name", "age"],
};

describe("a question of an operation", () => {
  it("is asked field by field, and again if an answer does not fit", async () => {
    const person = createPerson();
    person.answers("Ada", "old", "36", "");
    const answer = await createElicitation(person)?.({ mode: "form", message: "Who?", requestedSchema }, { signal });
    expect(answer).toEqual({ action: "accept", content: { name: "Ada", age: 36 } });
    expect(person.screen()).toMatch(/Who\?.*name: .*age \(in years\): .*age is "old": it must be a whole number/s);
  });

  it("declines when a required field gets no answer", async () => {
    const person = createPerson();
    person.answers("");
    const answer = await createElicitation(person)?.({ mode: "form", message: "Who?", requestedSchema }, { signal });
    expect(answer).toEqual({ action: "decline" });
  });

  it("is not offered without a terminal", () => {
    expect(createElicitation(createPerson(false))).toBeUndefined();
  });
});

describe("an approval", () => {
  const request = { id: "files.delete", input: { path: "a\u001b[2J" }, context: { signal } } as unknown as Parameters<
    ReturnType<typeof createApproval>
  >[0];

  it("is what a person says, and only a yes counts", async () => {
    const person = createPerson();
    person.answers("y", "", "yess");
    const ask = createApproval(person, false);
    expect(await ask(request)).toBe(true);
    expect(await ask(request)).toMatchObject({ approved: false });
    expect(await ask(request)).toMatchObject({ approved: false });
    expect(person.screen()).toContain("Run files.delete with");
    expect(person.screen()).not.toContain("\u001b");
  });

  it("says how much of a long input is hidden", async () => {
    const person = createPerson();
    person.answers("n", "n");
    const ask = createApproval(person, false);
    await ask(request);
    expect(person.screen()).not.toContain("more characters");
    await ask({ ...request, input: { note: "x".repeat(3000), path: "/" } });
    expect(person.screen()).toMatch(/… and \d{4} more characters/);
  });

  it("is given in advance, or refused without a terminal", async () => {
    expect(await createApproval(createPerson(false), true)(request)).toBe(true);
    expect(await createApproval(createPerson(false), false)(request)).toMatchObject({ approved: false });
  });
});
