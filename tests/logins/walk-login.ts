/** A person with a browser, as far as a login needs one: follows redirects, keeps cookies, fills in forms. */

const MOST_STEPS = 20;

/** Logs in as `user`, agrees to everything, and follows the redirect back. Returns the text of the last page. */
export async function walkLogin(address: string | URL, user: string): Promise<string> {
  const cookies = new Map<string, string>();
  let next: { url: string; form?: URLSearchParams } = { url: String(address) };
  for (let step = 0; step < MOST_STEPS; step++) {
    const { url, form } = next;
    const response: Response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; ") },
      ...(form === undefined ? {} : { method: "POST", body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    const location = response.headers.get("location");
    if (location !== null) {
      next = { url: new URL(location, url).href };
      continue;
    }
    const [, action] = /<form[^>]* action="([^"]+)"/.exec(text) ?? [];
    if (action === undefined) return text;
    const [, prompt = ""] = /name="prompt" value="([^"]+)"/.exec(text) ?? [];
    next = { url: new URL(action, url).href, form: new URLSearchParams({ prompt, login: user, password: "any" }) };
  }
  throw new Error(`The login of ${user} leads nowhere: ${next.url}`);
}
