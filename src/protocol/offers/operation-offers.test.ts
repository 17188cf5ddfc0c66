import { afterEach, describe, expect, it } from "vitest";
import { until } from "../../../tests/support/until.ts";
import { CallError } from "../../errors/call-error.ts";
import type { AnyOperation } from "../../operation/define-operation.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { OperationOffers } from "./operation-offers.ts";
import { whose } from "../peers/peers.test-support.ts";
import type { PeerEvent } from "../wire/protocol-event.ts";

describe("when a registry announces its offers", () => {
  const told: PeerEvent[] = [];
  const problems: unknown[] = [];
  afterEach(() => {
    told.splice(0);
    problems.splice(0);
  });

  const offersOf = (registry: OperationRegistry, send = (event: PeerEvent): void => void told.push(event)) =>
    new OperationOffers({ registry, send, onError: (error) => void problems.push(error) });

  const namesIn = (event: PeerEvent | undefined): string[] =>
    event?.type === "peer.offered"
      ? event.operations.map((operation) => (operation as { name: string }).name)
      : event?.type === "peer.withdrawn"
        ? event.operationIds.map((id) => `-${id}`)
        : [];

  it("announces everything that can run here, and every change", () => {
    const registry = new OperationRegistry().registerAll(whose("a"));
    registry.registerSpec({ ...(whose("a")[0] as AnyOperation), name: "elsewhere" });
    const offers = offersOf(registry);
    offers.tellAll();
    registry.register({ ...(whose("a")[0] as AnyOperation), name: "more" });
    registry.unregister("demo.more");
    registry.unregister("demo.elsewhere");
    offers.close();
    registry.unregister("demo.whose");
    expect(told.map(namesIn)).toEqual([["whose", "stream"], ["more"], ["-demo.more"]]);
  });

  it("withdraws an operation when one that is not offered replaces it", () => {
    const registry = new OperationRegistry().registerAll(whose("a"));
    offersOf(registry);
    registry.registerSpec(whose("a")[0] as AnyOperation, { replace: true });
    registry.register({ ...(whose("a")[1] as AnyOperation), origin: { source: "remote" } }, { replace: true });
    expect(told.map(namesIn)).toEqual([["-demo.whose"], ["-demo.stream"]]);
  });

  it("announces many offers in several events", async () => {
    const registry = new OperationRegistry();
    const [operation] = whose("a", "x".repeat(1000));
    registry.registerAll(Array.from({ length: 500 }, (_, n) => ({ ...(operation as AnyOperation), name: `n${n}` })));
    offersOf(registry).tellAll();
    await expect.poll(() => told.flatMap(namesIn)).toHaveLength(500);
    expect(told.length).toBeGreaterThan(2);
  });

  it("offers the others if one is too large, or cannot be written as JSON", async () => {
    const [operation] = whose("a") as [AnyOperation];
    const bad = Object.defineProperty({ ...operation, name: "bad" }, "inputSchema", {
      get: () => {
        throw new Error("This schema cannot be made.");
      },
      enumerable: true,
    });
    const large = { ...operation, name: "large", description: "x".repeat(2000) };
    const registry = new OperationRegistry().registerAll([operation, large, bad, { ...operation, name: "last" }]);
    offersOf(registry, (event) => {
      if (JSON.stringify(event).length > 1500) throw new CallError("PAYLOAD_TOO_LARGE", "Too large.");
      told.push(event);
    }).tellAll();
    await until(() => told.flatMap(namesIn).length === 2);
    expect(told.flatMap(namesIn)).toEqual(["whose", "last"]);
    expect(problems).toHaveLength(2);
  });

  it("offers all except those for which the filter throws, and reports each once", () => {
    const [operation, other] = whose("a") as [AnyOperation, AnyOperation];
    const registry = new OperationRegistry().registerAll([operation, other]);
    const offers = new OperationOffers({
      registry,
      filter: ({ name }) => {
        if (name.startsWith("bad") || name === "whose") throw new Error(`What is ${name}?`);
        return true;
      },
      send: (event) => void told.push(event),
      onError: (error) => void problems.push(error),
    });
    offers.tellAll();
    registry.registerAll([
      { ...operation, name: "bad" },
      { ...operation, name: "good" },
    ]);
    const [spec] = registry.list();
    expect(spec !== undefined && offers.mayCall(spec, "demo.whose")).toBe(false);
    expect(told.map(namesIn)).toEqual([["stream"], ["good"]]);
    expect(problems.map(String)).toEqual([
      expect.stringContaining("demo.whose is not offered: the `offer` filter threw: What is whose?"),
      expect.stringContaining("demo.bad is not offered"),
    ]);
  });

  it("withdraws many even if a frame holds few", () => {
    const [operation] = whose("a") as [AnyOperation];
    const registry = new OperationRegistry();
    const names = Array.from({ length: 50 }, (_, n) => `n${n}`);
    registry.registerAll(names.map((name) => ({ ...operation, name })));
    offersOf(registry, (event) => {
      if (JSON.stringify(event).length > 300) throw new CallError("PAYLOAD_TOO_LARGE", "Too large.");
      told.push(event);
    });
    registry.registerAll(
      names.map((name) => ({ ...operation, name, origin: { source: "remote" as const } })),
      { replace: true },
    );
    expect(told.flatMap(namesIn)).toEqual(names.map((name) => `-demo.${name}`));
    expect(problems).toEqual([]);
  });
});
