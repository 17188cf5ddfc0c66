import { CallError } from "../../errors/call-error.ts";

/** Throws unless the address is a web page: opening another one could start a program on the person's machine. */
export function checkPage({ protocol }: URL, source: string): void {
  if (protocol === "https:" || protocol === "http:") return;
  throw new CallError(
    "PROTOCOL_ERROR",
    `The login page of ${source} is not a web page: its address begins with ${protocol}`,
  );
}
