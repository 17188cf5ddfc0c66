import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { isLeftOut } from "../support/left-out.ts";
import { seriousProblems, SLOW } from "./support/serious-problems.ts";
import { apiOperations } from "./support/api-operations.ts";
import { editorValue, field, keepScreenshot, typeJSON, useExplorer } from "./support/use-explorer.ts";

describe.skipIf(isLeftOut("chromium"))("finding an operation", () => {
  const explorer = useExplorer();

  test("by the tags, the paths and the methods of an HTTP API", async () => {
    const { page } = await explorer.visit({ operations: apiOperations() });
    const tree = page.getByRole("tree", { name: "Operations by namespace" });
    await tree.getByRole("treeitem", { name: "orders 3 operations" }).waitFor();
    await page.getByLabel("Group operations by").selectOption("path");
    await tree.getByRole("treeitem", { name: "/v1/orders 3 operations" }).click();
    await tree.getByRole("treeitem", { name: "/v1/orders/{id} query" }).click();
    await page.getByText("GET", { exact: true }).first().waitFor();
    await page.locator("main").getByText("/v1/orders/{id}", { exact: true }).waitFor();
    await page.getByLabel("Search operations").fill("POST /v1/or");
    const results = page.getByRole("listbox", { name: "Search results" });
    await results.getByRole("option", { name: /^shop\.orders_create/ }).waitFor();
    expect(await results.getByRole("option").count()).toBe(1);
    await keepScreenshot(page, "by-path");
    await page.reload();
    await expect.poll(() => page.getByLabel("Group operations by").inputValue()).toBe("path");
  });

  test("with a few letters, from anywhere", SLOW, async () => {
    const { page } = await explorer.visit({
      operations: apiOperations(),
      route: "/operations/tasks.list",
      context: { bypassCSP: true },
    });
    await field(page, "text").focus();
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Find anything" });
    await palette.getByRole("option", { name: /Sources/ }).waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    await palette.getByRole("combobox").fill("watch clock");
    await palette.getByRole("option", { name: /clock\.ticks/ }).waitFor();
    await keepScreenshot(page, "palette");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Watch the clock" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("history");
    await palette.getByRole("option", { name: /Page.*History/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "History" }).waitFor();
  });

  test("with letters that are typed before the palette is visible", async () => {
    const { page } = await explorer.visit({ operations: apiOperations(), route: "/operations/tasks.list" });
    await field(page, "text").waitFor();
    for (const text of ["history", "sources"]) {
      // The focus as the next key finds it: after the event, but before the browser paints.
      const focused = await page.evaluate(async () => {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true }));
        await Promise.resolve().then(() => undefined);
        return document.activeElement?.getAttribute("role");
      });
      expect(focused).toBe("combobox");
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
      await page.waitForURL(`**/explorer/#/${text}`);
    }
  });

  test("again, right after Escape", async () => {
    const { page } = await explorer.visit({ operations: apiOperations(), route: "/operations/tasks.list" });
    await field(page, "text").waitFor();
    await page.keyboard.press("Control+k");
    // Escape and Control+k before the browser's event "close", which comes in a later task.
    const focused = await page.evaluate(async () => {
      document.querySelector("dialog")!.requestClose();
      await Promise.resolve().then(() => undefined);
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true }));
      await Promise.resolve().then(() => undefined);
      return document.activeElement?.getAttribute("role");
    });
    expect(focused).toBe("combobox");
    await page.keyboard.type("history");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/explorer/#/history");
  });

  test("with letters that are typed before the operations have come", async () => {
    const { page } = await explorer.visit({ operations: apiOperations(), route: "/history" });
    let load = (): void => undefined;
    const loaded = new Promise<void>((resolve) => (load = resolve));
    await page.route("**/~/operations", async (route) => {
      await loaded;
      await route.continue();
    });
    await page.reload();
    await page.getByText("Loading operations…").waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("watch clock");
    const palette = page.getByRole("dialog", { name: "Find anything" });
    await palette.getByText("Loading operations…").waitFor();
    await page.keyboard.press("Enter");
    load();
    await palette.getByRole("option", { name: /clock\.ticks/ }).waitFor();
    expect(new URL(page.url()).hash).toBe("#/history");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Watch the clock" }).waitFor();
  });
});

describe.skipIf(isLeftOut("chromium"))("an input", () => {
  const explorer = useExplorer();

  test("can be shared as a link, which runs nothing and says where the input comes from", async () => {
    const { page, server } = await explorer.visit({ route: "/operations/tasks.create" });
    await typeJSON(page, '{"title": "50% & ü", "priority": "high"}');
    await page.getByRole("button", { name: "Copy as" }).click();
    await page.getByRole("tab", { name: "Link" }).click();
    const link = await page.getByLabel("The call as Link").innerText();
    expect(link.startsWith(`${server.url}/explorer/#/operations/tasks.create?input=`)).toBe(true);
    const other = await page.context().newPage();
    await other.goto(link);
    await other.getByText("This input came with a link.").waitFor();
    await expect.poll(() => editorValue(other)).toEqual({ title: "50% & ü", priority: "high" });
    expect(new URL(other.url()).hash).toBe("#/operations/tasks.create");
    expect(server.log.created).toEqual([]);
    await other.getByRole("button", { name: /^Run/ }).click();
    await other.getByText("This input came with a link.").waitFor({ state: "detached" });
    await expect.poll(() => server.log.created.length).toBe(1);
  });

  test("can be saved under a name, and found again in the palette", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.create" });
    await typeJSON(page, '{"title": "Water the plants", "priority": "low"}');
    await page.getByRole("button", { name: "Saved" }).click();
    await page.getByLabel("Save the current input as").fill("Plants");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /^Plants/ }).waitFor();
    await keepScreenshot(page, "saved");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Reset" }).click();
    await page.reload();
    await page.getByRole("button", { name: "Saved (1)" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("plants");
    await page.getByRole("option", { name: /Plants/ }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => editorValue(page)).toEqual({ title: "Water the plants", priority: "low" });
  });

  test("can name variables, whose values are sent but not kept in the history", async () => {
    const { page, server } = await explorer.visit({ route: "/operations/tasks.create" });
    await page.getByRole("button", { name: "Variables" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("who");
    await page.getByRole("textbox", { name: "Value" }).fill("Ada");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Set", exact: true }).click();
    await page.getByRole("button", { name: /^\{\{who\}\}/ }).waitFor();
    await page.keyboard.press("Escape");
    await field(page, "title").fill("Ask {{who}}");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => server.log.created).toMatchObject([{ title: "Ask Ada" }]);
    await page.getByRole("link", { name: "History" }).click();
    await page.getByText("Ask {{who}}").waitFor();
  });

  test("is not sent while a variable that it names is missing", async () => {
    const { page, server } = await explorer.visit({ route: "/operations/tasks.create" });
    await field(page, "title").fill("Ask {{who}}");
    await page.keyboard.press("Control+Enter");
    await page.getByText("has {{who}}, but no variable is called who.").first().waitFor();
    expect(await field(page, "title").getAttribute("aria-invalid")).toBe("true");
    await keepScreenshot(page, "missing-variable");
    await page.getByRole("button", { name: "Variables" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("who");
    await page.getByRole("textbox", { name: "Value" }).fill("Ada");
    await page.getByRole("button", { name: "Set", exact: true }).click();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => server.log.created).toMatchObject([{ title: "Ask Ada" }]);
  });

  test("keeps the type of variables that are numbers", async () => {
    const { page, server } = await explorer.visit({ route: "/operations/tasks.create" });
    await page.getByRole("button", { name: "Variables" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("hours");
    await page.getByRole("textbox", { name: "Value" }).fill("many");
    await page.getByRole("combobox", { name: "Kind" }).selectOption("Number");
    await page.getByRole("button", { name: "Set", exact: true }).click();
    await page.getByText("This is not a number.").waitFor();
    await page.getByRole("textbox", { name: "Value" }).fill("12");
    await page.getByRole("button", { name: "Set", exact: true }).click();
    await page.getByRole("button", { name: /^\{\{hours\}\}/ }).waitFor();
    await keepScreenshot(page, "variables");
    await page.keyboard.press("Escape");
    await typeJSON(page, '{"title": "{{hours}} hours", "priority": "low", "estimate": "{{hours}}"}');
    await expect.poll(() => field(page, "estimate").inputValue()).toBe("{{hours}}");
    await field(page, "estimate").focus();
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => server.log.created).toMatchObject([{ title: "12 hours", estimate: 12 }]);
  });

  test("of one line becomes a larger field with its first line break, and loses none", async () => {
    const { page } = await explorer.visit({ route: "/operations/tasks.create" });
    const title = field(page, "title");
    expect(await title.evaluate((element) => element.tagName)).toBe("INPUT");
    await title.fill("one");
    await title.press("Shift+Enter");
    await page.keyboard.type("two");
    await expect.poll(() => editorValue(page)).toMatchObject({ title: "one\ntwo" });
    expect(await title.evaluate((element) => element.tagName)).toBe("TEXTAREA");
  });

  test("has descriptions with tables", async () => {
    const { page } = await explorer.visit({ route: "/operations/shop.orders_create", operations: apiOperations() });
    const form = page.getByRole("group", { name: "Input form" });
    await form.getByRole("cell", { name: "paid and sent" }).waitFor();
    expect(await form.getByRole("columnheader").allInnerTexts()).toEqual(["State", "Meaning"]);
    await keepScreenshot(page, "field-table");
  });
});

describe.skipIf(isLeftOut("chromium"))("a call", () => {
  const explorer = useExplorer();

  test("shows a description in HTML, and a picture that is a text in base64", async () => {
    const { page } = await explorer.visit({ route: "/operations/shop.photo", operations: apiOperations() });
    const main = page.locator("main");
    await main.getByRole("link", { name: "the guide" }).waitFor();
    expect(await main.locator(".operation-words").innerText()).toMatch(
      /^Returns a photo of a product, see the guide\.\s+Note\s+Photos are small:\s+8 pixels wide\s+8 pixels high$/,
    );
    await page.getByRole("button", { name: /^Run/ }).click();
    const picture = page.getByRole("img", { name: "Image 1 of the result" });
    await picture.waitFor();
    expect(await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.complete])).toEqual([
      8,
      true,
    ]);
    await keepScreenshot(page, "html-and-picture");
    await page.getByLabel("Search operations").fill("photo");
    const found = page.getByRole("listbox", { name: "Search results" }).getByRole("option", { name: /shop\.photo/ });
    expect(await found.innerText()).not.toContain("<");
  });

  test("saves a text in base64 as the bytes that it stands for", async () => {
    const { page } = await explorer.visit({ route: "/operations/shop.receipt", operations: apiOperations() });
    await page.getByRole("button", { name: /^Run/ }).click();
    for (const [button, name] of [
      ["Download the data", "shop.receipt.pdf"],
      ["Download file 1 of the result", "file-1.pdf"],
    ] as const) {
      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: button }).click();
      const file = await downloading;
      expect(file.suggestedFilename()).toBe(name);
      expect(await readFile(await file.path(), "utf8")).toBe("%PDF-1.7");
    }
    await keepScreenshot(page, "file");
  });

  test("shows its log messages", async () => {
    const { page } = await explorer.visit({ route: "/operations/shop.talk", operations: apiOperations() });
    await page.getByRole("button", { name: /^Run/ }).click();
    await page.getByRole("tab", { name: "Log (2)" }).click();
    const lines = page.getByRole("list", { name: "Log of this call" }).getByRole("listitem");
    await lines.first().waitFor();
    expect(await lines.allInnerTexts()).toEqual([
      expect.stringMatching(/info\s+shop: Looking for orders/),
      expect.stringMatching(/error\s+.*missing/),
    ]);
  });

  test("that fails shows its request id, and what the service answered", async () => {
    const { page } = await explorer.visit({ route: "/operations/shop.orders_fail", operations: apiOperations() });
    await page.getByRole("button", { name: /^Run/ }).click();
    await page.getByRole("heading", { name: "The service answered 422" }).waitFor();
    await page.getByRole("tree", { name: "The body of the service’s answer" }).getByText("No such customer").waitFor();
    await page.getByRole("button", { name: "Copy the request id" }).waitFor();
    expect(await page.getByRole("group", { name: "Error" }).innerText()).toMatch(/HTTP_422[^]*Request \S+/);
    await keepScreenshot(page, "service-error");
  });
});
