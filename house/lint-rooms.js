/**
 * The fence between the rooms: an oxlint rule that reads `rooms.json`. It sees every way to name a module: imports,
 * re-exports, types, `import()` and `import("…")` types. oxlint's own `no-restricted-imports` sees neither dynamic
 * imports nor import types, and its patterns do not know where the importing file is.
 */
import { readFileSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";

const table = JSON.parse(readFileSync(new URL("./rooms.json", import.meta.url), "utf8"));
const rooms = new Map(table.rooms.map((room) => [room.path, room]));
const TREES = ["src/", "explorer/src/"];

/** Tests are beside the code that they test, and may use anything. */
const TEST_FILE = /\.(test|test-d|test-support)\.tsx?$/;

const STYLES = /\.css$/;

/** Why `file` may not import `specifier`; `undefined` if it may. Paths are relative to the root, with slashes. */
export function findBreach(file, specifier, isType = false) {
  if (!TREES.some((tree) => file.startsWith(tree)) || TEST_FILE.test(file)) return undefined;
  const room = rooms.get(dirname(file));
  if (room === undefined) return `${dirname(file)} is not a room: add it to house/rooms.json, or move the file.`;
  return specifier.startsWith(".")
    ? findRoomBreach(room, file, specifier, isType)
    : findPackageBreach(room, specifier, isType);
}

function findRoomBreach(room, file, specifier, isType) {
  const target = toRootPath(resolve("/", dirname(file), specifier), "/");
  const targetRoom = dirname(target);
  if (TEST_FILE.test(target)) return `${target} is for tests: published code must not import it.`;
  if (targetRoom === room.path || allowedRooms(room).has(targetRoom) || STYLES.test(target)) return undefined;
  if (isType && room.types?.includes(targetRoom)) return undefined;
  return `${room.path} may not import ${targetRoom}: house/rooms.json lists what it may import.`;
}

function findPackageBreach(room, specifier, isType) {
  const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  const wanted = specifier.startsWith("node:") ? "node:*" : name;
  // Node's types vanish when a file is compiled, so browsers never see them.
  if (table.packages.includes(wanted) || room.packages?.includes(wanted) || (isType && wanted === "node:*"))
    return undefined;
  return `${room.path} may not import the package ${wanted}: house/rooms.json lists which packages it may import.`;
}

/** `@name` is a group of rooms, `*` means all rooms above this one. */
function allowedRooms(room) {
  room.allowed ??= new Set(
    room.imports.flatMap((name) => {
      if (name === "*") return table.rooms.slice(0, table.rooms.indexOf(room)).map(({ path }) => path);
      return name.startsWith("@") ? table.groups[name.slice(1)] : [name];
    }),
  );
  return room.allowed;
}

function toRootPath(path, root) {
  return relative(root, path).split(sep).join("/");
}

/** `import { type A }` does not count: the rest of it still loads the module after compilation. */
function isTypeOnly(node) {
  return node.importKind === "type" || node.exportKind === "type" || node.type === "TSImportType";
}

/** The name of a module, if it is a literal. */
function specifierOf(source) {
  if (typeof source?.value === "string") return source.value;
  if (source?.type === "TSLiteralType") return specifierOf(source.literal);
  return source?.type === "TemplateLiteral" && source.expressions.length === 0
    ? source.quasis[0].value.cooked
    : undefined;
}

const inRooms = {
  create(context) {
    const file = toRootPath(context.filename, context.cwd ?? process.cwd());
    const check = (node) => {
      const source = node.source ?? node.argument;
      if (source === null || source === undefined) return;
      const specifier = specifierOf(source);
      const breach =
        specifier === undefined
          ? TREES.some((tree) => file.startsWith(tree)) && !TEST_FILE.test(file)
            ? "Name the module by a literal, so that the fence between the rooms can see it."
            : undefined
          : findBreach(file, specifier, isTypeOnly(node));
      if (breach !== undefined) context.report({ node, message: breach });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: (node) => node.source && check(node),
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};

export default { meta: { name: "house" }, rules: { rooms: inRooms } };
