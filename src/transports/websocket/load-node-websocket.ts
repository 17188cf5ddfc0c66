import type * as NodeWebSockets from "./node-websocket.ts";
import { loadPackage } from "../load-package.ts";

/** Loads what needs the package `ws`, when it is first needed: browsers never do. */
export function loadNodeWebSocket(): Promise<typeof NodeWebSockets> {
  return loadPackage(
    () => import("./node-websocket.ts"),
    "WebSockets on this runtime need the package ws: npm install ws@8",
  );
}
