import { homedir } from "node:os";
import type { Machine } from "./host.ts";

export function thisMachine(env: Machine["env"]): Machine {
  return { platform: process.platform, home: homedir(), folder: process.cwd(), env };
}
