/** A browser, as far as a login needs one: follows redirects, keeps cookies, fills in forms. */

const MOST_STEPS = 20;

export interface Page {
  readonly url: string;
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

export class TestBrowser {
  readonly cookies = new Map<string, string>();

  /** Opens a page, and goes wherever it leads by itself. */
  async open(address: string | URL): Promise<Page> {
    return await this.#go({ url: String(address) });
  }

  /** Sends a form from its own page. */
  async send(address: string | URL, fields: Record<string, string>, origin?: string): Promise<Page> {
    return await this.#go({ url: String(address), form: new URLSearchParams(fields), origin });
  }

  /** Logs in as `user` at the authorization server whose page is shown, agrees to everything, and follows the way back. */
  async logIn(page: Page, user: string): Promise<Page> {
    let shown = page;
    for (let step = 0; step < MOST_STEPS; step++) {
      const [, action] = /<form[^>]* action="([^"]+)"/.exec(shown.text) ?? [];
      if (action === undefined) return shown;
      const [, prompt = ""] = /name="prompt" value="([^"]+)"/.exec(shown.text) ?? [];
      shown = await this.send(new URL(action, shown.url), { prompt, login: user, password: "any" });
    }
    throw new Error(`The login of ${user} leads nowhere: ${shown.url}`);
  }

  /** One request, without following it. */
  async request(url: string, form?: URLSearchParams, origin = new URL(url).origin): Promise<Response> {
    const cookie = Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie, ...(form === undefined ? {} : { origin }) },
      ...(form === undefined ? {} : { method: "POST", body: form }),
    });
    for (const text of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  async #go(first: { url: string; form?: URLSearchParams; origin?: string | undefined }): Promise<Page> {
    let next = first;
    for (let step = 0; step < MOST_STEPS; step++) {
      const { url, form, origin } = next;
      const response = await this.request(url, form, origin);
      const { status, headers } = response;
      const text = await response.text();
      const [, refresh] = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(text) ?? [];
      const location =
        headers.get("location") ?? refresh?.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(code));
      if (location === undefined) return { url, status, text, headers };
      next = { url: new URL(location, url).href };
    }
    throw new Error(`This leads nowhere: ${next.url}`);
  }
}
