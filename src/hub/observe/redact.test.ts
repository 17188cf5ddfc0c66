import { describe, expect, it } from "vitest";
import { createLog } from "./create-log.ts";
import { Redactor } from "./redact.ts";

function redactorOf(...secrets: string[]): Redactor {
  const redactor = new Redactor();
  redactor.add(secrets);
  return redactor;
}

describe("when a text contains secrets", () => {
  it("removes known secrets, as they are and as JSON and addresses encode them", () => {
    const redactor = redactorOf('pass"word/1', "a+b=c&d!", "a+b=c&d!-longer");
    const text = `${JSON.stringify({ a: 'pass"word/1' })} ?q=${encodeURIComponent("a+b=c&d!")} a+b=c&d!-longer`;
    expect(redactor.redact(text)).toBe('{"a":"[redacted]"} ?q=[redacted] [redacted]');
  });

  it.each([
    ["authorization: Bearer abcdef123456", "abcdef123456"],
    ['{"headers":{"Authorization":"Basic dXNlcjpwYXNz"}}', "dXNlcjpwYXNz"],
    ['{"msg":"{\\"token\\":\\"abcdef\\"}"}', "abcdef"],
    ["https://a.example/?api_key=abcdef&b=1", "abcdef"],
    ["password=hunter2!", "hunter2!"],
    ["eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl", "eyJzdWIiOiIx"],
  ])("removes text that looks like a secret: %s", (text, secret) => {
    expect(new Redactor().redact(text)).not.toContain(secret);
  });

  it("keeps the rest, and short secrets that would match words", () => {
    const text = '{"level":30,"msg":"source ready","source":"files","operations":3}';
    expect(redactorOf("on", "a").redact(text)).toBe(text);
  });
});

describe("when a hub logs", () => {
  const lines: string[] = [];
  const to = { write: (line: string) => void lines.push(line) };

  it("writes JSON without secrets, at the requested level", async () => {
    lines.length = 0;
    const log = await createLog({ redactor: redactorOf("top-secret"), to, level: "info" });
    log("debug", "not shown");
    log("warn", "failed with top-secret", { error: { nested: ["top-secret"] } });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] as string)).toMatchObject({
      level: 40,
      msg: "failed with [redacted]",
      error: { nested: ["[redacted]"] },
      time: expect.stringMatching(/Z$/) as string,
    });
  });

  it("writes one line for people, whatever a source says, without control characters", async () => {
    lines.length = 0;
    const log = await createLog({ redactor: redactorOf(), to, format: "pretty" });
    log("warn", "a\n12:00:00 info hub stopped\r\u001b[2J\u009b2J", { text: "\u009b2J\n" });
    // oxlint-disable-next-line no-control-regex -- they are what must not be there
    expect(lines[0]).toMatch(/^[^\u0000-\u001f\u007f-\u009f]*\n$/);
    expect(lines[0]).toContain(String.raw`a\u000a12:00:00 info hub stopped`);
  });

  it("writes lines for people", async () => {
    lines.length = 0;
    const log = await createLog({ redactor: redactorOf("top-secret"), to, format: "pretty" });
    log("info", "source ready", { source: "files", key: "top-secret" });
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d info source ready source="files" key="\[redacted\]"\n$/);
  });
});
