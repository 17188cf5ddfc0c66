import { describe, expect, it } from "vitest";
import { isPartOf } from "./oauth-server.ts";

const request = new URL("https://api.example/v1/notes/7?all=true");

describe("when a service names the resource that its tokens are for", () => {
  it.each(["https://api.example", "https://api.example/v1", "https://api.example/v1/", "https://api.example/v1/notes"])(
    "takes %s for a request below it",
    (resource) => {
      expect(isPartOf(request, resource)).toBe(true);
    },
  );

  it.each([
    "https://bank.example/v1",
    "http://api.example/v1",
    "https://api.example:8443/v1",
    "https://api.example/v1/no",
    "https://api.example/v2",
    "https://api.example/v1?tenant=2",
    "https://api.example/v1#part",
    "notes",
  ])("refuses %s", (resource) => {
    expect(isPartOf(request, resource)).toBe(false);
  });
});
