import { TestBrowser } from "./test-browser.ts";

/** Logs in as `user`, agrees to everything, and follows the redirect back. Returns the text of the last page. */
export async function walkLogin(address: string | URL, user: string): Promise<string> {
  const browser = new TestBrowser();
  return (await browser.logIn(await browser.open(address), user)).text;
}
