import { describe, expect, it } from "vitest";
import { Listeners } from "./listeners.ts";

describe("when listeners are called", () => {
  it("calls each registration, even of the same function, until it stops", () => {
    const listeners = new Listeners<string>();
    const heard: string[] = [];
    const listener = (event: string): void => void heard.push(event);
    const stop = listeners.add(listener);
    listeners.add(listener);
    listeners.tell("first");
    stop();
    listeners.tell("second");
    listeners.clear();
    listeners.tell("third");
    expect(heard).toEqual(["first", "first", "second"]);
  });

  it("continues after one that throws, and passes on its error", () => {
    const listeners = new Listeners();
    const errors: unknown[] = [];
    let heard = 0;
    listeners.add(() => {
      throw new Error("broken");
    });
    listeners.add(() => heard++);
    listeners.tell(undefined, (error) => errors.push(error));
    listeners.tell();
    expect([heard, errors]).toEqual([2, [new Error("broken")]]);
  });
});
