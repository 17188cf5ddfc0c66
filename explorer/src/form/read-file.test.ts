import { describe, expect, test } from "vitest";
import { LARGEST_FILE, readFile } from "./read-file.ts";

describe("reading a file", () => {
  test("returns its bytes as base64", async () => {
    expect(await readFile(new File([new Uint8Array([0, 255, 7])], "a.bin"))).toEqual({ base64: "AP8H" });
  });

  test("refuses a file that is too large without reading it", async () => {
    const large = new File([], "film.mp4");
    Object.defineProperty(large, "size", { value: LARGEST_FILE + 1 });
    expect(await readFile(large)).toEqual({ problem: expect.stringContaining("film.mp4 is too large: 20.0 MB") });
  });

  test("reports a file that has disappeared", async () => {
    const gone = new File(["x"], "gone.txt");
    gone.arrayBuffer = async () => Promise.reject(new DOMException("gone", "NotFoundError"));
    expect(await readFile(gone)).toEqual({ problem: expect.stringContaining("gone.txt cannot be read") });
  });
});
