import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { drawRooms } from "../../scripts/draw-rooms.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { findCycles, readImports } from "./module-cycles.ts";
import { FORMS, refusedOf, TYPE_FORMS } from "./planted-breaches.ts";
import type { Planted } from "./planted-breaches.ts";
import { filesPerFolder, importsOf, root, sourceFiles, table } from "./rooms.ts";

const paths = table.rooms.map(({ path }) => path);

describe("when the table of rooms is compared with the tree", () => {
  it("lists every folder with source files, and no other", () => {
    const folders = [...filesPerFolder().keys()];
    expect(paths.toSorted()).toEqual(folders.toSorted());
  });

  it("lets each room import only rooms that come before it, so that no two import each other", () => {
    const wrong = table.rooms.flatMap((room, index) =>
      [...importsOf(room)]
        .filter((name) => !paths.slice(0, index).includes(name))
        .map((name) => `${room.path} -> ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it("draws the same picture as AGENTS.md", async () => {
    const text = await readFile(join(root, "AGENTS.md"), "utf8");
    expect(text).toContain(drawRooms(table.rooms));
  });

  it("names every folder of tests in AGENTS.md, and no other", async () => {
    const text = await readFile(join(root, "AGENTS.md"), "utf8");
    const [, tests = ""] = /^tests\/ ([^]*?)^bench\/ /m.exec(text) ?? [];
    const folders = await readdir(join(root, "tests"), { withFileTypes: true });
    const present = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(new Set(Array.from(tests.matchAll(/([\w-]+)\//g), ([, name]) => name))).toEqual(new Set(present));
  });
});

describe("when the imports of all files are followed, dynamic ones and types too", () => {
  it("finds no cycle", async () => {
    expect(findCycles(await readImports(sourceFiles()))).toEqual([]);
  });
});

describe("when imports are planted between rooms", () => {
  it(
    "refuses every import that the table does not list, in every form, and no other",
    { timeout: 300_000 },
    async () => {
      await withTempFolder(async (folder) => {
        const planted = table.rooms.flatMap((room) => plantIn(room.path));
        const allowed = new Set(
          planted.filter(({ room, target, form }) => {
            const from = table.rooms.find(({ path }) => path === room);
            const to = target.slice(0, target.lastIndexOf("/"));
            return (
              from !== undefined &&
              (importsOf(from).has(to) || (from.types?.includes(to) === true && TYPE_FORMS.has(form)))
            );
          }),
        );
        const refused = await refusedOf(folder, planted);
        const wrong = planted.filter((one) => refused.has(one) === allowed.has(one));
        expect(wrong.slice(0, 10)).toEqual([]);
        expect(refused.size).toBe(planted.length - allowed.size);
      });
    },
  );

  it("refuses packages that a room may not use, helpers of tests, and folders that are not rooms", async () => {
    await withTempFolder(async (folder) => {
      const forms = Object.keys(FORMS);
      const targets = { "src/shared": "ioredis", "src/errors": "src/errors/help.test-support.ts" };
      const planted = Object.entries(targets).flatMap(([room, target]) =>
        forms.map((form) => ({ room, target, form })),
      );
      const inNoRoom = forms.map((form) => ({ room: "src/registry/deeper", target: "src/errors/call-error.ts", form }));
      const all = [...planted, ...inNoRoom];
      expect((await refusedOf(folder, all)).size).toBe(all.length);
    });
  });

  it("accepts Node's types, which vanish, and refuses Node's modules", async () => {
    await withTempFolder(async (folder) => {
      const planted = ["import", "type import"].map((form) => ({ room: "src/registry", target: "node:http", form }));
      const refused = await refusedOf(folder, planted);
      expect([...refused].map(({ form }) => form)).toEqual(["import"]);
    });
  });
});

function plantIn(room: string): Planted[] {
  return paths
    .filter((path) => path !== room)
    .flatMap((path) => Object.keys(FORMS).map((form) => ({ room, target: `${path}/target.ts`, form })));
}

async function withTempFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = makeTempFolder("house");
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
