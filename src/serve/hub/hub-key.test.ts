import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadOrMakeKey } from "./hub-key.ts";
import { tempFolders } from "./temp-folder.test-support.ts";

const folderWith = tempFolders();

describe("when the key can't be kept", () => {
  it("says where, why, and what else can be done", async () => {
    // A file where the folder should be: not even root can write there.
    const folder = join(await folderWith({ state: "" }), "state");
    await expect(loadOrMakeKey(folder)).rejects.toThrow(
      /can't be kept in .*state.key: ENOTDIR.*XDG_STATE_HOME, or give the config serve\.keys\.$/,
    );
  });
});
