import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadOrMakeKey } from "./hub-key.ts";
import { tempFolders } from "../temp-folder.test-support.ts";

const folderWith = tempFolders();

describe("when there is no key yet", () => {
  it("makes one, in its own folder", async () => {
    const folder = join(await folderWith({}), "a", "b", "c");
    const made = await loadOrMakeKey(folder);
    expect(made).toMatchObject({ file: join(folder, "key"), isNew: true });
    expect(await loadOrMakeKey(folder)).toEqual({ ...made, isNew: false });
  });
});

describe("when the key can't be stored", () => {
  it("does not try forever", async () => {
    await expect(loadOrMakeKey("/proc/none/operations")).rejects.toThrow(/can't be stored in \/proc\/none.*ENOENT/);
  });

  it("says where, why, and what to do instead", async () => {
    // A file is where the folder should be, so not even root can write there.
    const folder = join(await folderWith({ state: "" }), "state");
    await expect(loadOrMakeKey(folder)).rejects.toThrow(
      /can't be stored in .*state.key: ENOTDIR.*XDG_STATE_HOME to a writable folder, or set serve\.keys in the config\.$/,
    );
  });
});
