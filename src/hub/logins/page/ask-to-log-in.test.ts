import { describe, expect, it } from "vitest";
import { OperationRegistry } from "../../../registry/operation-registry.ts";
import { loginRequired } from "../../../sources/login/login-required.ts";
import { operation } from "../../observe/fixtures.test-support.ts";
import { askToLogIn } from "./ask-to-log-in.ts";

const url = "https://hub.example/~/login/notes";
const identity = { id: "ada", scopes: [] };

/** `demo.write` needs a login, and `demo.order` does some work before it calls it. */
function world(type: "QUERY" | "MUTATION") {
  const ran: string[] = [];
  let savedAt: number | undefined;
  const registry = new OperationRegistry();
  registry.use(askToLogIn({ pageFor: () => url, savedAt: () => Promise.resolve(savedAt) }));
  registry.registerAll([
    operation(
      "write",
      () => {
        if (savedAt === undefined) throw loginRequired({ source: "notes", url });
        ran.push("write");
        return "written";
      },
      "MUTATION",
    ),
    operation(
      "order",
      (_input: unknown, { env }) => {
        ran.push("order");
        return env["demo"]?.["write"]?.({});
      },
      type,
    ),
  ]);
  /** Declines so many questions, then logs in. */
  const answering = (declined: number): { identity: typeof identity; onElicitation: () => Promise<never> } => {
    let asked = 0;
    const answer = (): object => {
      if (asked++ < declined) return { action: "decline" };
      savedAt = Date.now();
      return { action: "accept" };
    };
    return { identity, onElicitation: () => Promise.resolve(answer() as never) };
  };
  return { registry, ran, answering };
}

describe("when a call needs a login that its caller makes", () => {
  it("continues", async () => {
    const { registry, ran, answering } = world("MUTATION");
    expect(await registry.execute("demo.order", {}, answering(0))).toMatchObject({ data: "written" });
    expect(ran).toEqual(["order", "write"]);
  });

  it("asks no second time for a MUTATION that has begun: to continue, it would have to run again", async () => {
    const { registry, ran, answering } = world("MUTATION");
    const error = { code: "LOGIN_REQUIRED", phase: "started" };
    await expect(registry.execute("demo.order", {}, answering(1))).rejects.toMatchObject(error);
    expect(ran).toEqual(["order"]);
  });

  it("asks once more for a QUERY, which may run again", async () => {
    const { registry, ran, answering } = world("QUERY");
    expect(await registry.execute("demo.order", {}, answering(1))).toMatchObject({ data: "written" });
    expect(ran).toEqual(["order", "order", "write"]);
  });
});
