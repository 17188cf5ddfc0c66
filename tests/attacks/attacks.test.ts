/** A few seconds of each attack; `npm run soak` runs them for minutes. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { watchLeftovers } from "../../src/testing/leftovers.ts";
import { slices } from "../support/slices.ts";
import type { OpenAttack } from "./attack.ts";
import { configAttack } from "./config-attack.ts";
import { noCredentialsAttacks } from "./no-credentials-attack.ts";
import { websocketAttack } from "./websocket-attack.ts";

describe.each([configAttack, websocketAttack, ...noCredentialsAttacks])("when $when", (attack) => {
  const leftovers = watchLeftovers();
  let opened: OpenAttack;
  beforeAll(async () => {
    opened = await attack.open();
  });
  afterAll(async () => {
    await opened.close();
    await leftovers.expectNothingLeft();
  });

  it.each(attack.sentences)("%s", async (sentence) => {
    expect(await opened.failureOf(sentence, { ms: slices.attackMs })).toBeUndefined();
  });

  it("still serves callers with rights", async () => {
    await expect(opened.control()).resolves.toBeUndefined();
  });
});
