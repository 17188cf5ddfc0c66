/**
 * The world of a program, made inside the sandbox before the program is loaded. It is JavaScript text, because it runs in
 * another engine. It takes two functions, `log(level, text)` and `finish(ok, json)`, and returns three:
 *
 * - `start(program, now, calls, inputLength)` runs the program, an async function.
 * - `takeCalls()` gives the calls that the program has made since it was last called, or an empty text. Each call is its
 *   name, a space, the length of its input, a line feed, and the input as JSON. Calls are numbered from 0.
 * - `settle(json)` ends calls: `[[number, result], [number, null, error], …]`.
 *
 * So a turn of a program crosses the border of the sandbox twice, however many calls it makes. A crossing costs more
 * than a call.
 *
 * A program may replace every built-in function that it can reach. That harms only itself: the host takes strings and
 * numbers from here, and believes none of them.
 */
export const CODE_PRELUDE = `(function (log, finish) {
"use strict";
const { parse, stringify } = JSON;
const NativeDate = Date, NativePromise = Promise;
const { defineProperty, freeze } = Object;
const waiting = { __proto__: null };
let now = 0, made = "", callCount = 0, mostCalls = 0, longestInput = 0;

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
  // The stack at this moment: when the answer comes, the program is no longer on the stack.
  const site = new Error();
  const text = stringify(input) ?? "";
  return new NativePromise((resolve, reject) => {
    if (callCount >= mostCalls)
      throw new CallError("OVERLOADED", "A program may make " + mostCalls + " calls (limits.calls).");
    if (text.length > longestInput)
      throw new CallError("PAYLOAD_TOO_LARGE", "The input of a call may have " + longestInput + " characters; this has " + text.length + ".");
    // A growing text instead of a list: the program cannot tamper with it.
    made += name + " " + text.length + "\\n" + text;
    waiting[callCount++] = { resolve, reject, site };
  });
}

function takeCalls() {
  const taken = made;
  made = "";
  return taken;
}

function settle(text) {
  const answers = parse(text);
  for (let at = 0; at < answers.length; at++) {
    const answer = answers[at], number = answer[0], entry = waiting[number];
    delete waiting[number];
    if (answer.length < 3) entry.resolve(answer[1]);
    else entry.reject(failureOf(answer[2], entry.site));
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
  const answer = call("call", { id, input }).then(({ envelope, stream }) => stream === undefined ? envelope : streamOf(stream));
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

function failed(error) {
  const isObject = typeof error === "object" && error !== null;
  const { name, message, stack, code, details } = isObject ? error : {};
  finish(false, stringify({
    name: textOf(name ?? "Error"),
    message: isObject && message !== undefined ? textOf(message) : textOf(error),
    stack: typeof stack === "string" ? stack : "",
    ...(error instanceof CallError ? { code: textOf(code), details } : {}),
  }));
}

async function run(program) {
  const exports = {};
  const returned = await program(exports, require);
  const value = returned === undefined ? exports.default : returned;
  return typeof value === "function" ? await value() : value;
}

return {
  settle,
  takeCalls,
  start(program, time, calls, inputLength) {
    now = time, mostCalls = calls, longestInput = inputLength;
    run(program).then((value) => {
      const text = stringify(value);
      finish(true, text === undefined ? "" : text);
    }).catch(failed);
  },
};
})`;
