/** A browser, as far as a login needs one: it follows redirects, keeps cookies and fills in forms. */

const MOST_STEPS = 20;

export interface Page {
  readonly url: string;
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

export class TestBrowser {
  readonly cookies = new Map<string, string>();
  /** The secret in the forms of the hub's last page. */
  secret = "";

  /** Opens a page, and follows its redirects. */
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
      const hidden = Array.from(shown.text.matchAll(/<input[^>]*type="hidden"[^>]*>/g), ([input]) => {
        const read = (name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1] ?? "";
        return [read("name"), read("value")] as const;
      });
      const fields = { ...Object.fromEntries(hidden), login: user, password: "any" };
      shown = await this.send(new URL(action, shown.url), fields);
    }
    throw new Error(`The login of ${user} leads nowhere: ${shown.url}`);
  }

  /** Makes one request, without following redirects. */
  async request(url: string, form?: URLSearchParams, origin = new URL(url).origin): Promise<Response> {
    if (form?.has("action") === true) form.set("secret", this.secret);
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
      this.secret = /name="secret" value="([^"]+)"/.exec(text)?.[1] ?? this.secret;
      const [, refresh] = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(text) ?? [];
      const location =
        headers.get("location") ?? refresh?.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(code));
      if (location === undefined) return { url, status, text, headers };
      next = { url: new URL(location, url).href };
    }
    throw new Error(`This leads nowhere: ${next.url}`);
  }
}
