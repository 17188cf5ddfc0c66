import type { UpgradableServer, UpgradeRequest, UpgradeSocket } from "../request/node-http.ts";

/** Whether it is an upgrade to WebSocket. Java's own client asks with every request for one to HTTP/2. */
export function isToWebSocket({ headers }: UpgradeRequest): boolean {
  return /(?:^|,)\s*websocket\s*(?:,|$)/i.test(String(headers["upgrade"]));
}

const NOT_KEPT: ReadonlySet<string> = new Set(["upgrade", "http2-settings", "connection"]);

/**
 * Answers a request as if it had not asked for an upgrade, which a server may always do. Once there is a listener for
 * upgrades, Node hands such a request only to it. So the server gets the request once more, without the upgrade.
 */
export function ignoreUpgrade(server: UpgradableServer, request: UpgradeRequest, socket: UpgradeSocket): void {
  const { method = "GET", url = "/", httpVersion = "1.1", rawHeaders, headers } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (!NOT_KEPT.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[index + 1]}`);
  }
  if (/\bclose\b/i.test(String(headers["connection"]))) lines.push("connection: close");
  // Node reads each byte of a header as one character.
  socket.unshift(Uint8Array.from(`${lines.join("\r\n")}\r\n\r\n`, (character) => character.charCodeAt(0)));
  server.emit("encrypted" in socket ? "secureConnection" : "connection", socket);
}
