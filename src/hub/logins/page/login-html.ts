/** The pages on which people log in. They work without scripts, load nothing, and can't be framed. */

/** What a page shows. Every text is plain text. */
export interface LoginPage {
  readonly title: string;
  /** In paragraphs. */
  readonly lines?: readonly string[] | undefined;
  readonly problem?: string | undefined;
  /** Asks for an access key. */
  readonly asksKey?: boolean | undefined;
  /** Buttons, by the action that they post. The first is the main one. */
  readonly buttons?: Readonly<Record<string, string>> | undefined;
  /** What the buttons post too: only a page that the hub wrote for this browser has it. */
  readonly secret?: string | undefined;
  readonly link?: { readonly text: string; readonly href: string } | undefined;
  /** Where the browser goes by itself. */
  readonly next?: string | undefined;
}

const STYLE = `
:root { color-scheme: light dark; --text: #1c2024; --muted: #5b6470; --line: #d5d9df; --back: #fff; --main: #0d6259; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --text: #e8eaed; --muted: #a0a8b3; --line: #3a4049; --back: #16181c; --main: #6fd0c0; --bad: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { width: min(26rem, calc(100vw - 2rem)); padding: 2rem 0; }
h1 { font-size: 1.35rem; line-height: 1.3; margin: 0 0 .75rem; overflow-wrap: anywhere; }
p { margin: 0 0 1rem; color: var(--muted); overflow-wrap: anywhere; }
p.problem { color: var(--bad); }
form { margin: 0 0 .75rem; }
label { display: block; margin-bottom: .25rem; font-weight: 600; }
input { width: 100%; padding: .6rem .7rem; margin-bottom: .75rem; border: 1px solid var(--line); border-radius: 6px; background: transparent; color: inherit; font: inherit; font-family: ui-monospace, monospace; }
button, a.button { display: block; width: 100%; padding: .6rem .7rem; border: 1px solid var(--line); border-radius: 6px; background: transparent; color: inherit; font: inherit; text-align: center; text-decoration: none; cursor: pointer; }
.main { background: var(--main); border-color: var(--main); color: var(--back); font-weight: 600; }
:focus-visible { outline: 2px solid var(--main); outline-offset: 2px; }
`;

export function loginResponse(page: LoginPage, init: { status?: number; cookie?: string | undefined } = {}): Response {
  const { createHash } = process.getBuiltinModule("node:crypto");
  const hash = createHash("sha256").update(STYLE).digest("base64");
  return new Response(toHTML(page), {
    status: init.status ?? 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      // With `no-referrer`, browsers would not say from which page a form comes.
      "referrer-policy": "same-origin",
      "cache-control": "no-store",
      ...(init.cookie === undefined ? {} : { "set-cookie": init.cookie }),
    },
  });
}

function toHTML({ title, lines = [], problem, asksKey, buttons = {}, secret, link, next }: LoginPage): string {
  const hidden = secret === undefined ? "" : `<input type="hidden" name="secret" value="${escaped(secret)}">`;
  const parts = [
    `<h1>${escaped(title)}</h1>`,
    ...lines.map((line) => `<p>${escaped(line)}</p>`),
    ...(problem === undefined ? [] : [`<p class="problem" role="alert">${escaped(problem)}</p>`]),
    ...(asksKey === true ? [KEY_FORM] : []),
    ...Object.entries(buttons).map(([action, text], index) => {
      const look = index === 0 ? ' class="main"' : "";
      return `<form method="post">${hidden}<button${look} name="action" value="${escaped(action)}">${escaped(text)}</button></form>`;
    }),
    ...(link === undefined ? [] : [`<a class="button" href="${escaped(link.href)}">${escaped(link.text)}</a>`]),
  ];
  const refresh = next === undefined ? "" : `<meta http-equiv="refresh" content="0;url=${escaped(next)}">`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${refresh}<title>${escaped(title)}</title><style>${STYLE}</style></head><body><main>${parts.join("")}</main></body></html>`;
}

const KEY_FORM = `<form method="post"><label for="key">Access key of this hub</label><input id="key" name="key" type="password" autocomplete="off" required autofocus><button class="main">Continue</button></form>`;

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
