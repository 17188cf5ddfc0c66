import { describe, expect, it } from "vitest";
import { checkLoginAddress } from "./login-fetch.ts";

const api = new URL("https://api.example");

describe("when a service names an address for its login", () => {
  it.each([
    ["https://login.example", api],
    ["http://127.0.0.1:4000", new URL("http://127.0.0.1:3000")],
    ["https://10.0.0.2", new URL("https://10.0.0.1")],
  ])("takes %s for %s", (address, service) => {
    expect(() => checkLoginAddress(new URL(address), service)).not.toThrow();
  });

  it.each([
    ["https://10.0.0.2", "in a private network"],
    ["http://localhost:4000", "in a private network"],
    ["https://169.254.169.254", "in a private network"],
    ["http://login.example", "not encrypted"],
  ])("refuses %s for a public one", (address, why) => {
    expect(() => checkLoginAddress(new URL(address), api)).toThrow(why);
  });

  it("lets it be closer if the config says so, and encrypted all the same", () => {
    expect(() => checkLoginAddress(new URL("https://10.0.0.2"), api, 2)).not.toThrow();
    expect(() => checkLoginAddress(new URL("http://10.0.0.2"), api, 2)).toThrow("not encrypted");
  });
});
