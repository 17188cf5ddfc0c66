/**
 * The world of a program, made inside the sandbox before the program is loaded. It is JavaScript text, because it runs in
 * another engine. It takes two functions, `log(level, text)` and `finish(ok, json)`, and returns four:
 *
 * - `start(program, now, calls, inputLength)` runs the program, an async function.
 * - `takeCalls()` gives the calls that the program has made since it was last called; undefined if there are none. Each
 *   call is its name, a space, the length of its input, a line feed, and the input as JSON. Calls are numbered from 0.
 *   After a text of at least a million characters there may be more.
 * - `settle(json)` ends calls: `[[number, result], [number, null, error], …]`. A fourth item says that the host has
 *   refused to make the call.
 * - `end()` finishes a program that has returned. The host calls it when nothing runs any longer and no call is open, so
 *   what the program did not await has ended, too.
 *
 * So a turn of a program crosses the border of the sandbox twice, however many calls it makes. A crossing costs more
 * than a call.
 *
 * A program may replace every built-in function that it can reach. That harms only itself: the host takes strings and
 * numbers from here, and believes none of them.
 */
export const CODE_PRELUDE: string = `(function (log, finish) {
"use strict";
const { parse, stringify } = JSON;
const NativeDate = Date, NativePromise = Promise;
const { defineProperty, freeze, getOwnPropertyDescriptor } = Object;
const waiting = { __proto__: null };
const PIECE = 1e6;
/** Calls that the host has not taken yet, as a chain: the program cannot tamper with it, as with a list. */
let first, last;
let now = 0, callCount = 0, mostCalls = 0, longestInput = 0;
/** What the program has returned, as JSON. */
let returned;
/** The errors of calls that could not be made, and that the program has not read. */
const unread = new Set();

class CallError extends Error {
  constructor(code, message, details, options) {
    super(message);
    this.code = code;
    this.details = details;
    this.phase = options?.phase;
    this.retryable = options?.retryable === true;
  }
}
defineProperty(CallError.prototype, "name", { value: "CallError", writable: true, configurable: true });

function call(name, input) {
  const prepared = prepare(name, input);
  make(prepared);
  return prepared.answer;
}

/** Everything that needs memory. If there is none, the program gets the error here, and no call is made. */
function prepare(name, input) {
  // The stack at this moment: when the answer comes, the program is no longer on the stack.
  const site = new Error();
  let text;
  try { text = stringify(input) ?? ""; }
  catch (error) {
    return withoutCall(new CallError("VALIDATION_ERROR", "The input of a call can't be written as JSON: " + tried(() => textOf(error))));
  }
  if (callCount >= mostCalls) return withoutCall(tooMany());
  if (text.length > longestInput)
    return withoutCall(new CallError("PAYLOAD_TOO_LARGE", "The input of a call may have " + longestInput + " characters; this has " + text.length + "."));
  const made = { __proto__: null, text: name + " " + text.length + "\\n" + text, next: undefined, site, resolve: undefined, reject: undefined };
  const answer = new NativePromise((resolve, reject) => { made.resolve = resolve, made.reject = reject; });
  return { __proto__: null, answer, made };
}

/** Hands a call to the host. It needs memory only before that: a call is made, or the program gets an error. */
function make({ made }) {
  if (made === undefined) return;
  // A \`then\` of the program's own may have made calls meanwhile.
  if (callCount >= mostCalls) throw watched(tooMany());
  waiting[callCount] = made;
  callCount++;
  if (first === undefined) first = made;
  else last.next = made;
  last = made;
}

/**
 * The rejected promise of a call that can't be made. Nothing tells whether someone handles it in the end: an async
 * function that nobody awaits passes it on to nobody. So only who reads the error knows of it.
 */
function withoutCall(error) {
  return { __proto__: null, answer: NativePromise.reject(watched(error)), made: undefined };
}

function tooMany() {
  return new CallError("OVERLOADED", "A program may make " + mostCalls + " calls (limits.calls).");
}

function watched(error) {
  unread.add(error);
  for (const name of ["code", "message"]) {
    const { value, enumerable } = getOwnPropertyDescriptor(error, name);
    defineProperty(error, name, {
      get: () => (unread.delete(error), value),
      set: (other) => defineProperty(error, name, { value: other, writable: true }),
      enumerable,
      configurable: true,
    });
  }
  return error;
}

function takeCalls() {
  if (first === undefined) return undefined;
  let taken = "";
  while (first !== undefined && taken.length < PIECE) {
    const made = first;
    taken += made.text;
    first = made.next;
    // It waits for its answer, and should not hold its text, or the calls after it.
    made.text = made.next = undefined;
  }
  return taken;
}

function settle(text) {
  const answers = parse(text);
  for (let at = 0; at < answers.length; at++) {
    const answer = answers[at], number = answer[0], entry = waiting[number];
    delete waiting[number];
    if (answer.length < 3) entry.resolve(answer[1]);
    else {
      const error = failureOf(answer[2], entry.site);
      entry.reject(answer.length < 4 ? error : watched(error));
    }
  }
}

function failureOf({ code, message, details, phase, retryable }, site) {
  const error = new CallError(code, message, details, { phase, retryable });
  defineProperty(error, "stack", { value: site.stack, writable: true, configurable: true });
  return error;
}

function streamOf(handle) {
  let isOver = false;
  const end = async () => {
    if (isOver) return;
    isOver = true;
    await call("stop", handle);
  };
  return {
    [Symbol.asyncIterator]() { return this; },
    async next() {
      if (isOver) return { done: true, value: undefined };
      const item = await call("next", handle);
      if (item.done) isOver = true;
      return { done: item.done, value: item.value };
    },
    async return(value) { await end(); return { done: true, value }; },
  };
}

/** A promise of the envelope or, for a SUBSCRIPTION, of its stream; \`for await\` can also read it directly. */
function callOperation(id, input) {
  const prepared = prepare("call", { id, input });
  const answer = prepared.answer
    .then(({ envelope, stream }) => stream === undefined ? envelope : streamOf(stream));
  defineProperty(answer, Symbol.asyncIterator, {
    value: () => {
      const opened = answer.then((stream) => {
        if (typeof stream?.next === "function") return stream;
        throw new TypeError(id + " answers once: await it instead of reading it as a stream.");
      });
      return {
        next: async () => (await opened).next(),
        return: async (value) => (await opened).return(value),
      };
    },
  });
  make(prepared);
  return answer;
}

const READ_BY_THE_LANGUAGE = ["then", "toJSON", "toString", "valueOf"];
function envAt(path) {
  const children = { __proto__: null };
  return new Proxy(function () {}, {
    get(_target, key) {
      if (typeof key !== "string" || READ_BY_THE_LANGUAGE.includes(key)) return undefined;
      return (children[key] ??= envAt(path === "" ? key : path + "." + key));
    },
    apply: (_target, _this, [input]) => callOperation(path, input),
    set() { throw new TypeError("env can't be changed."); },
  });
}

function textOf(value) {
  if (typeof value === "string") return value;
  if (value instanceof Error) return value.name + ": " + value.message;
  try { return stringify(value) ?? String(value); } catch { return String(value); }
}
const console = {};
for (const level of ["debug", "info", "log", "warn", "error"])
  console[level] = (...values) => log(level, values.map(textOf).join(" "));

/** The language's Date, with a clock that stands still. */
const StillDate = new Proxy(NativeDate, {
  construct: (target, values, newTarget) => Reflect.construct(target, values.length === 0 ? [now] : values, newTarget),
  apply: () => new NativeDate(now).toString(),
  get: (target, key) => (key === "now" ? () => now : target[key]),
});
defineProperty(NativeDate.prototype, "constructor", { value: StillDate, writable: true, configurable: true });

const globals = {
  env: envAt(""),
  search: (query, options) => call("search", { query, ...options }),
  describe: (...ids) => call("describe", { ids: ids.flat() }),
  unwrap: ({ data }) => data,
  console: freeze(console),
  CallError,
  Date: StillDate,
};
for (const [name, value] of Object.entries(globals))
  defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });

function require(name) {
  throw new Error("There are no modules here: " + textOf(name) + " can't be imported. Use env, search and describe.");
}

/** Whatever a program throws: getters, proxies and \`toJSON\` may throw in turn. */
function tried(read) {
  try { return read(); } catch { return undefined; }
}

function failed(error) {
  const text = tried(() => {
    const member = (name) => tried(() => (typeof error === "object" && error !== null ? error[name] : undefined));
    const [name, message, stack] = [member("name"), member("message"), member("stack")];
    const shown = typeof error === "object" ? () => stringify(error) : () => String(error);
    return stringify({
      // The program may have given all objects a \`toJSON\`.
      __proto__: null,
      thrown: error === null ? "null" : typeof error,
      name: tried(() => textOf(name ?? "Error")),
      message: tried(message === undefined ? shown : () => textOf(message)),
      stack: typeof stack === "string" ? stack : "",
      ...(tried(() => error instanceof CallError) ? { code: tried(() => textOf(member("code"))), details: tried(() => stringify(member("details"))) } : {}),
    });
  });
  finish(false, text ?? "");
}

/** Only \`await\`: the program may have replaced \`then\` and \`catch\`. */
async function run(program) {
  try {
    const exports = {};
    const own = await program(exports, require);
    const value = own === undefined ? exports.default : own;
    returned = { __proto__: null, text: stringify(typeof value === "function" ? await value() : await value) };
  } catch (error) { failed(error); }
}

return {
  settle,
  takeCalls,
  start(program, time, calls, inputLength) {
    now = time, mostCalls = calls, longestInput = inputLength;
    run(program);
  },
  end() {
    if (returned === undefined) return;
    for (const error of unread) return failed(error);
    finish(true, returned.text);
  },
};
})`;
