import { expect, it } from "vitest";
import { installCommandOf } from "./install-command.ts";

const FILE = "@alkdev/operations/dist/chunk.js";

it.each([
  ["of the working folder", `file:///srv/app/node_modules/${FILE}`, "npm install a b"],
  ["of another folder", `file:///opt/my%20tools/node_modules/${FILE}`, 'npm install --prefix "/opt/my tools" a b'],
  ["with pnpm", `file:///opt/tools/node_modules/.pnpm/x/node_modules/${FILE}`, 'npm install --prefix "/opt/tools" a b'],
  ["globally", `file:///usr/lib/node_modules/${FILE}`, "npm install -g a b"],
  ["by npx", `file:///home/ada/.npm/_npx/1f/node_modules/${FILE}`, "npx -p @alkdev/operations -p a -p b operations …"],
  ["in a bundle", "", "npm install a b"],
])("says where packages are found by a package that is installed %s", (_how, own, command) => {
  expect(installCommandOf(own, ["a", "b"], () => "/srv/app")).toBe(command);
});
