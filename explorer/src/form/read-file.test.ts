import { describe, expect, test } from "vitest";
import { LARGEST_FILE, readFile } from "./read-file.ts";

describe("when a file is chosen", () => {
  test("its bytes are read", async () => {
    expect(await readFile(new File([new Uint8Array([0, 255, 7])], "a.bin"))).toEqual({ base64: "AP8H" });
  });

  test("one that is too large is not even read", async () => {
    const large = new File([], "film.mp4");
    Object.defineProperty(large, "size", { value: LARGEST_FILE + 1 });
    expect(await readFile(large)).toEqual({ problem: expect.stringContaining("film.mp4 has 20.0 MB") });
  });

  test("one that is gone by now is told", async () => {
    const gone = new File(["x"], "gone.txt");
    gone.arrayBuffer = async () => Promise.reject(new DOMException("gone", "NotFoundError"));
    expect(await readFile(gone)).toEqual({ problem: expect.stringContaining("gone.txt can't be read") });
  });
});
