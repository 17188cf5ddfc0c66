import { CallError } from "../../errors/call-error.ts";

/** Throws for an address that is no page: a server could start a program on the machine of the person who opens it. */
export function checkPage({ protocol }: URL, source: string): void {
  if (protocol === "https:" || protocol === "http:") return;
  throw new CallError(
    "PROTOCOL_ERROR",
    `The login page of ${source} is no web page: its address begins with ${protocol}`,
  );
}
