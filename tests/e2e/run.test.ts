import { describe, expect, test } from "vitest";
import { CallError, defineOperation, OperationType, Type } from "../../src/entries/index.ts";
import { isLeftOut } from "../support/left-out.ts";
import { slowOperation } from "./support/slow-operation.ts";
import { editorValue, field, keepScreenshot, typeJSON, useExplorer } from "./support/use-explorer.ts";

describe.skipIf(isLeftOut("chromium"))("running an operation", () => {
  const explorer = useExplorer();

  test("finds it by typing, fills in the form, runs it and shows the result", async () => {
    const { page, server } = await explorer.visit();
    await page.keyboard.press("/");
    await page.keyboard.type("add a task to list");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Create a task" }).waitFor();
    expect(new URL(page.url()).hash).toBe("#/operations/tasks.create");

    await field(page, "title").fill("Buy milk");
    await field(page, "priority").selectOption("high");
    await page.getByRole("button", { name: /optional fields/ }).click();
    await field(page, "estimate").fill("2");
    await page.getByRole("button", { name: "Add address" }).click();
    await field(page, "city").fill("Ulm");
    await field(page, "street").fill("Main street 1");
    await page.getByRole("button", { name: "Add to tags" }).click();
    await field(page, "Item 1").fill("home");
    await page.getByLabel("Kind of reminder").selectOption({ label: "kind: mail" });
    await field(page, "to").fill("ada@example.org");
    await page.getByRole("button", { name: "assignee: null" }).click();
    await page.getByLabel("Name of a new member of labels").fill("colour");
    await page.keyboard.press("Enter");
    await field(page, "colour").fill("red");
    await keepScreenshot(page, "filled");
    await page.keyboard.press("Control+Enter");

    await page.getByRole("tree", { name: "Data" }).waitFor();
    expect(server.log.created).toEqual([
      {
        title: "Buy milk",
        priority: "high",
        estimate: 2,
        address: { street: "Main street 1", city: "Ulm" },
        tags: ["home"],
        reminder: { kind: "mail", to: "ada@example.org" },
        assignee: null,
        labels: { colour: "red" },
      },
    ]);
    await expect.poll(() => editorValue(page)).toEqual(server.log.created[0]);
    await page.getByRole("treeitem", { name: /id: "task-1"/ }).waitFor();
    await page.getByRole("tab", { name: "Meta" }).click();
    await page.getByRole("treeitem", { name: /operationId: "tasks.create"/ }).waitFor();
    await keepScreenshot(page, "run");
  });

  test("keeps form and JSON in step", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.create" });
    await field(page, "title").fill("One");
    await expect.poll(() => editorValue(page)).toEqual({ title: "One", priority: "normal" });

    await typeJSON(
      page,
      '{"title": "Two", "priority": "low", "reminder": {"kind": "call", "number": "1", "minutesBefore": 5}}',
    );
    await expect.poll(() => field(page, "title").inputValue()).toBe("Two");
    await expect
      .poll(() => page.getByLabel("Kind of reminder").locator("option:checked").innerText())
      .toBe("kind: call");
    await expect.poll(() => field(page, "minutesBefore").inputValue()).toBe("5");

    await typeJSON(page, '{"title": ');
    await page.getByText("The JSON is not valid yet").waitFor();
    await expect.poll(() => page.getByRole("button", { name: /^Run/ }).isDisabled()).toBe(true);
    await expect.poll(() => field(page, "title").inputValue()).toBe("Two");

    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(() => field(page, "title").isEnabled()).toBe(true);
    await field(page, "title").fill("Three");
    await expect.poll(() => editorValue(page)).toMatchObject({ title: "Three", reminder: { number: "1" } });
  });

  test("marks the fields with errors until the user corrects them", async () => {
    const { page, server } = await explorer.visit({ route: "/operations/tasks.create" });
    await typeJSON(
      page,
      '{"title": "x", "priority": "urgent", "estimate": 1000, "address": {"street": "a", "city": 5}}',
    );
    await page.getByRole("button", { name: /^Run/ }).click();
    await page.getByText("errors in the input").waitFor();
    const estimate = field(page, "estimate");
    await expect.poll(() => estimate.getAttribute("aria-invalid")).toBe("true");
    await expect.poll(() => field(page, "title").getAttribute("aria-invalid")).toBe("false");
    await expect.poll(() => field(page, "priority").getAttribute("aria-invalid")).toBe("true");
    await expect.poll(() => field(page, "city").getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("button", { name: "address.city" }).click();
    await expect.poll(() => field(page, "city").evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(() => page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0);
    await keepScreenshot(page, "wrong-input");
    expect(server.log.created).toEqual([]);

    await estimate.fill("10");
    await expect.poll(() => estimate.getAttribute("aria-invalid")).toBe("false");
    await page.getByText("VALIDATION_ERROR").waitFor();
  });

  test("says in the result that the input was rejected, and links to the remaining errors", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.create" });
    await typeJSON(page, '{"priority": "low", "estimate": 1000}');
    await page.getByRole("button", { name: /^Run/ }).click();
    const error = page.getByRole("group", { name: "Error" });
    await expect
      .poll(() => error.innerText())
      .toMatch(/^VALIDATION_ERROR 400\s+The server rejected the input. Go to \w+$/);
    await page.getByText(/^rejected,/).waitFor();
    await expect
      .poll(() => page.locator(".sr-only[role=status]").last().innerText())
      .toBe("create rejected the input.");
    await error.getByRole("button", { name: "Go to title" }).click();
    await expect.poll(() => field(page, "title").evaluate((element) => element === document.activeElement)).toBe(true);
    await field(page, "title").fill("Milk");
    await error.getByRole("button", { name: "Go to estimate" }).click();
    await field(page, "estimate").fill("1");
    await error.getByText("run it again").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByText(/^ok,/).waitFor();
  });

  test("accepts a number key by key, even while the number is incomplete", async () => {
    const { page } = await explorer.visit({ route: "/operations/clock.wait" });
    await field(page, "seconds").fill("");
    await field(page, "seconds").pressSequentially("-1.50e2");
    await expect.poll(() => field(page, "seconds").inputValue()).toBe("-1.50e2");
    await expect.poll(() => editorValue(page)).toEqual({ seconds: -150 });
    await field(page, "seconds").pressSequentially("x");
    await expect.poll(() => editorValue(page)).toEqual({ seconds: "-1.50e2x" });
    await page.getByRole("button", { name: /^Run/ }).click();
    await page.getByText("1 error in the input").waitFor();
    await expect.poll(() => field(page, "seconds").getAttribute("aria-invalid")).toBe("true");
  });

  test("marks a missing member at its field", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.create" });
    await page.keyboard.press("Control+Enter");
    await page.getByText("1 error in the input").waitFor();
    await expect.poll(() => field(page, "title").getAttribute("aria-invalid")).toBe("true");
  });

  test.each([
    [
      "MUTATION",
      false,
      "started",
      /^The operation had already started\. It may have run: check before you repeat it\.$/,
    ],
    ["MUTATION", true, "started", /^The operation had already started\. Trying again later may help\.$/],
    ["MUTATION", false, "notStarted", /^The operation did not start\. Trying again later may help\.$/],
    ["QUERY", false, "unknown", /^It is unknown whether the operation started\. Trying again later may help\.$/],
  ] as const)(
    "advises on a failed %s (idempotent: %s, %s) as every interface",
    async (type, idempotent, phase, said) => {
      const operation = defineOperation({
        namespace: "kinds",
        name: "fail",
        version: "1.0.0",
        description: "Fails.",
        type: OperationType[type],
        idempotent,
        inputSchema: Type.Object({}),
        outputSchema: Type.Unknown(),
        accessControl: { requiredScopes: [] },
        handler: () => {
          throw new CallError("CONNECTION_LOST", "It broke.", undefined, { phase, retryable: true });
        },
      });
      const { page } = await explorer.visit({ route: "/operations/kinds.fail", operations: [operation] });
      await page.getByRole("button", { name: "Run" }).click();
      const error = page.getByRole("group", { name: "Error" });
      await expect.poll(() => error.locator("p.muted").first().innerText()).toMatch(said);
    },
  );

  test("shows a declared error with its code, message and details", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.refuse" });
    await page.getByRole("button", { name: /^Run/ }).click();
    const error = page.getByRole("group", { name: "Error" });
    await error.getByText("The list is full: 100 tasks.").waitFor();
    await expect.poll(() => error.innerText()).toContain("LIST_FULL");
    await error.getByRole("treeitem", { name: /most: 100/ }).waitFor();
  });

  test("shows the progress of a running call, and announces each quarter", async () => {
    const { operation, report, finish } = slowOperation();
    const { page } = await explorer.visit({ route: "/operations/slow.convert", operations: [operation] });
    const progress = page.getByRole("progressbar", { name: "Progress of convert" });
    const spoken = (): Promise<string> => page.locator(".sr-only[role=status]").innerText();
    await page.getByRole("button", { name: /^Run/ }).click();
    await page.getByText("Waiting for the result").waitFor();
    expect(await progress.count()).toBe(0);

    await report({ progress: 3, message: "Looking for the film" });
    await page.getByText("3 so far", { exact: true }).waitFor();
    expect(await progress.getAttribute("value")).toBeNull();
    await expect.poll(spoken).toBe("convert: 3 so far. Looking for the film");
    await report({ progress: 30, total: 120, message: "Converting the first part" });
    await page.getByText("25%, 30 of 120", { exact: true }).waitFor();
    await page.getByText("Converting the first part", { exact: true }).waitFor();
    await expect.poll(() => progress.getAttribute("value")).toBe("0.25");
    await expect.poll(spoken).toContain("convert: 25%, 30 of 120.");
    await keepScreenshot(page, "progress");
    await report({ progress: 31, total: 120 });
    await page.getByText("25%, 31 of 120", { exact: true }).waitFor();
    expect(await spoken()).toContain("30 of 120");

    finish();
    await page.getByText(/^ok,/).waitFor();
    await expect.poll(() => progress.count()).toBe(0);
    await expect.poll(spoken).toBe("convert is done.");
    await page.getByRole("treeitem", { name: /film\.webm/ }).waitFor();
  });

  test("aborts the handler together with the run", async () => {
    const { page, server } = await explorer.visit({ route: "/operations/clock.wait" });
    await page.getByRole("button", { name: /^Run/ }).click();
    await page.getByText("Waiting for the result").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("You aborted this run.").waitFor();
    await expect.poll(() => server.log.aborted).toEqual(["clock.wait"]);
  });

  test("ends with an error if the server stops", async () => {
    const { operation, report } = slowOperation();
    const { page, server } = await explorer.visit({ route: "/operations/slow.convert", operations: [operation] });
    await page.getByRole("button", { name: /^Run/ }).click();
    await report({ progress: 1 });
    await page.getByRole("progressbar").waitFor();
    await server.close();
    await expect.poll(() => page.getByRole("group", { name: "Error" }).innerText()).toContain("CONNECTION_LOST");
    await page.getByText("It may have run: check before you repeat it.").waitFor();
  });

  test("reports a truncated answer as an error", async () => {
    const { page } = await explorer.visit({ route: "/operations/clock.wait" });
    // A proxy that gives up leaves this.
    const body = 'event: progress\ndata: {"progress":1}\n\n';
    const headers = { "content-type": "text/event-stream" };
    await page.route("**/clock/wait", (route) => route.fulfill({ headers, body }));
    await page.getByRole("button", { name: /^Run/ }).click();
    await expect.poll(() => page.getByRole("group", { name: "Error" }).innerText()).toContain("CONNECTION_LOST");
  });

  test("fills in a recursive input to any depth", async () => {
    const { page } = await explorer.visit({ route: "/operations/files.tree.save" });
    await field(page, "name").fill("root");
    await page.getByRole("button", { name: "Add to folders" }).click();
    await field(page, "name").nth(1).fill("inner");
    await page.getByRole("button", { name: "Add to folders" }).first().click();
    await field(page, "name").nth(2).fill("innermost");
    await expect
      .poll(() => editorValue(page))
      .toEqual({
        name: "root",
        folders: [{ name: "inner", folders: [{ name: "innermost" }] }],
      });
  });

  test("sends a file as bytes, and offers bytes as a download", async () => {
    const { page } = await explorer.visit({ route: "/operations/media.measure" });
    await field(page, "file").setInputFiles({
      name: "a.bin",
      mimeType: "application/octet-stream",
      buffer: Buffer.from([0, 255, 7]),
    });
    await expect.poll(() => editorValue(page)).toEqual({ file: { $bytes: "AP8H" } });
    await page.keyboard.press("Control+Enter");
    await page.getByRole("treeitem", { name: /size: 3/ }).waitFor();
    const download = page.waitForEvent("download");
    await page.getByText("download", { exact: true }).click();
    expect((await download).suggestedFilename()).toBe("bytes.bin");
  });

  test("shows the images and plays the sounds of a tool", async () => {
    const { page } = await explorer.visit({ route: "/operations/media.picture" });
    await page.keyboard.press("Control+Enter");
    const image = page.getByRole("img", { name: "Image 2 of the result" });
    await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(8);
    const audio = page.getByLabel("Audio 3 of the result");
    await expect.poll(() => audio.evaluate((element) => (element as HTMLAudioElement).duration)).toBeCloseTo(0.1);
    await page.getByText("A red square, and silence.").waitFor();
    await keepScreenshot(page, "media");
  });

  test("shows nested calls on a timeline", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.report" });
    await page.keyboard.press("Control+Enter");
    await page.getByRole("tab", { name: "Timeline" }).click();
    await page.getByRole("rowheader", { name: "tasks.list" }).first().waitFor();
    await expect
      .poll(() => page.getByRole("rowheader").allInnerTexts())
      .toEqual(["tasks.report", "tasks.list", "tasks.list", "tasks.create"]);
    await keepScreenshot(page, "timeline");
    await page.getByRole("link", { name: "tasks.create" }).click();
    await page.getByRole("heading", { name: "Create a task" }).waitFor();
  });

  test("keeps only a few rows of a huge result in the document", async () => {
    const { page } = await explorer.visit({ route: "/operations/media.many" });
    await page.keyboard.press("Control+Enter");
    const tree = page.getByRole("tree", { name: "Data" });
    await tree.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("End");
    await page.getByText("Show more (19,000 not shown)").waitFor();
    await expect.poll(() => tree.getByRole("treeitem").count()).toBeLessThan(80);
  });
});
