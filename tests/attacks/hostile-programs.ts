/**
 * Programs that try to harm their host. Each one either hits a limit or returns. A program that reaches anything
 * outside its sandbox returns `"ESCAPED"`. Many follow public lists: the advisories of vm2, Figma's and Agoric's notes
 * on realms, the issues of QuickJS, and what fuzzers of engines try first.
 */
export interface HostileProgram {
  readonly name: string;
  readonly code: string;
}

type Programs = Readonly<Record<string, string>>;

/** Returns the proof if any of these names leads outside. */
const outside = (expression: string): string => `
  const got = (() => { try { return ${expression} } catch { return undefined } })();
  const host = got?.process ?? (typeof got === "object" && typeof got?.binding === "function" ? got : undefined);
  if (host !== undefined || typeof got?.mainModule === "object" || typeof got?.getBuiltinModule === "function") return "ESCAPED";
  return "nothing";`;

const loops: Programs = {
  "an endless for": "for (;;);",
  "an endless while with work": "let a = 0; while (true) a = Math.sin(a) + 1;",
  "an endless do": "do {} while (1);",
  "a loop that catches all": "for (;;) { try { throw 1 } catch {} }",
  "a loop in finally": "try { throw 1 } finally { for (;;); }",
  "a loop in a getter": "({ get a() { for (;;); } }).a",
  "a loop in toJSON": "return { toJSON() { for (;;); } }",
  "a loop in a proxy": "new Proxy({}, { get() { for (;;); } }).a",
  "a loop in toString": "`${{ toString() { for (;;); } }}`",
  "a loop in Symbol.toPrimitive": "+{ [Symbol.toPrimitive]() { for (;;); } }",
  "a loop in a generator": "function* g() { for (;;) yield 1 } for (const _ of g());",
  "a loop in an iterator": "[...{ [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) }]",
  "a loop in a thenable": "await { then() { for (;;); } }",
  "a loop in the sort of an array": "[3, 2, 1].sort(() => { for (;;); })",
  "a loop in a replacer": "JSON.stringify({ a: 1 }, () => { for (;;); })",
  "a loop in a reviver": "JSON.parse('[1]', () => { for (;;); })",
  "a loop after the interruption": "const go = () => { try { for (;;); } finally { go() } }; go();",
  "a loop in a catch of a promise": "await Promise.reject(1).catch(() => { for (;;); })",
  "a loop in the constructor of an error": "class E extends Error { get message() { for (;;); } } throw new E()",
  "a loop in the stack of an error": "throw Object.defineProperty({}, 'stack', { get() { for (;;); } })",
  "a loop in the log": "console.log({ toJSON() { for (;;); } })",
  "a loop in the input of a call": "await env.demo.echo({ get a() { for (;;); } })",
  "a loop at the time of parsing": "}); for (;;); (async () => {",
  "a loop in a label": "outer: for (;;) { for (;;) continue outer; }",
  "a loop by eval": "eval('for (;;);')",
  "a loop by Function": "new Function('for (;;);')()",
};

const recursion: Programs = {
  "a function that calls itself": "const f = () => f(); f()",
  "two functions that call each other": "const f = () => g(), g = () => f(); f()",
  "recursion that catches its overflow": "const f = () => { try { f() } catch { f() } }; f()",
  "recursion through a proxy": "const p = new Proxy({}, { get: (_, k, r) => r[k] }); p.a",
  "recursion through toString": "const o = { toString() { return `${o}` } }; `${o}`",
  "recursion through valueOf": "const o = { valueOf() { return o + 1 } }; o + 1",
  "recursion through toJSON":
    "const f = () => ({ toJSON: f, a: 1 }); return { a: { toJSON() { return JSON.stringify(this) } } }",
  "recursion through a constructor": "class A { constructor() { new A() } } new A()",
  "recursion through sort": "const f = () => [2, 1].sort(f); f()",
  "recursion through replace": "const f = () => 'a'.replace(/a/, f); f()",
  "recursion through bind": "let f = () => 1; for (let i = 0; i < 1e6; i++) f = f.bind(null); f()",
  "deep JSON to parse": "JSON.parse('['.repeat(1e6))",
  "deep JSON to write": "let a = []; for (let i = 0; i < 1e6; i++) a = [a]; return a",
  "a deep input of a call": "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; await env.demo.echo({ a })",
  "a deep pattern": "new RegExp('('.repeat(1e5) + ')'.repeat(1e5))",
  "deep source for eval": "eval('('.repeat(1e5) + '1' + ')'.repeat(1e5))",
  "deep source of blocks": "eval('{'.repeat(1e5) + '}'.repeat(1e5))",
  "a deep chain of promises": "let p = Promise.resolve(); for (let i = 0; i < 1e6; i++) p = p.then(() => p); await p",
  "a deep chain of prototypes": "let o = {}; for (let i = 0; i < 1e6; i++) o = Object.create(o); o.nothing",
  "deep flattening": "const a = []; a[0] = a; a.flat(Infinity)",
  "deep source of the program": `${"(".repeat(20_000)}1${")".repeat(20_000)}`,
  "deep types of the program": `type A = ${"Array<".repeat(10_000)}1${">".repeat(10_000)}; return 1`,
};

const memory: Programs = {
  "arrays without end": "const a = []; for (;;) a.push(new Array(1000).fill(1))",
  "strings that double": "let a = 'x'; for (;;) a += a",
  "a string by repeat": "return 'x'.repeat(2 ** 29)",
  "a string by padStart": "return 'x'.padStart(2 ** 29)",
  "strings by join": "return new Array(2 ** 25).join('abcdefgh')",
  "strings by replaceAll": "let a = 'a'.repeat(1e4); for (;;) a = a.replaceAll('a', 'aaaaaaaaaa')",
  "a huge array": "new Array(2 ** 32 - 1).fill(0)",
  "a huge sparse array to sort": "const a = []; a[2 ** 32 - 2] = 1; a.sort()",
  "a huge sparse array to write": "const a = []; a[2 ** 31] = 1; return a",
  "huge buffers": "const a = []; for (;;) a.push(new ArrayBuffer(2 ** 20))",
  "one huge buffer": "new Uint8Array(2 ** 31 - 1)",
  "a shared buffer": "new SharedArrayBuffer(2 ** 31 - 1)",
  "a growing buffer": "const b = new ArrayBuffer(1, { maxByteLength: 2 ** 31 - 1 }); b.resize(2 ** 31 - 1)",
  "a huge bigint": "2n ** (2n ** 40n)",
  "bigints that grow": "let a = 3n; for (;;) a *= a",
  "a bigint as text": "return (3n ** 3000000n).toString()",
  "maps without end": "const m = new Map(); for (let i = 0; ; i++) m.set(i, {})",
  "symbols without end": "const a = []; for (let i = 0; ; i++) a.push(Symbol.for('s' + i))",
  "closures without end": "let f = () => 1; for (;;) { const g = f; f = () => g() }",
  "objects with many members": "const o = {}; for (let i = 0; ; i++) o['k' + i] = i",
  "functions from texts": "const a = []; for (let i = 0; ; i++) a.push(new Function('return ' + i))",
  "errors with stacks": "const a = []; for (;;) a.push(new Error('x'.repeat(1000)))",
  "arguments without end": "Math.max(...new Array(1e7).fill(1))",
  "a template of templates": "let t = 'a'; for (;;) t = `${t}${t}${t}`",
  "logs without end": "for (;;) console.log('x'.repeat(1000))",
  "one huge log": "console.log('x'.repeat(1e7))",
  "a huge result": "return 'x'.repeat(5e6)",
  "a huge error": "throw new Error('x'.repeat(5e6))",
  "a huge input": "await env.demo.echo({ a: 'x'.repeat(5e6) })",
  "a huge id": "await env['x'.repeat(1e6)].y({})",
};

const promises: Programs = {
  "a flood of microtasks": "const f = () => Promise.resolve().then(f); await f()",
  "microtasks that multiply":
    "const f = () => { Promise.resolve().then(f); Promise.resolve().then(f) }; f(); await new Promise(() => {})",
  "a loop of awaits": "for (;;) await 0",
  "a loop of async iteration": "async function* g() { for (;;) yield 1 } for await (const _ of g());",
  "a promise that nothing settles": "await new Promise(() => {})",
  "calls without end": "for (;;) env.demo.echo({})",
  "calls one after another without end": "for (;;) await env.demo.echo({}).catch(() => 0)",
  "calls that are caught and made again": "const f = () => env.demo.echo({}).then(f, f); await f()",
  "a call that never ends": "await env.demo.never({})",
  "all calls at once": "await Promise.all(Array.from({ length: 1e5 }, () => env.demo.never({})))",
  "streams without end": "for (;;) { const s = await env.demo.ticks({}); await s.next() }",
  "streams that no one reads": "for (let i = 0; i < 1000; i++) env.demo.ticks({}); return 1",
  "searches without end": "for (;;) await search('x'.repeat(1e5)).catch(() => 0)",
  "a thenable that resolves itself": "const t = { then(resolve) { resolve(t) } }; await t",
  "rejections that no one handles": "for (let i = 0; i < 1e5; i++) Promise.reject(new Error('x')); return 1",
};

const prototypes: Programs = {
  "a polluted Object": "Object.prototype.polluted = 'yes'; Object.prototype.toJSON = () => 'x'; return {}",
  "a result with __proto__": `return JSON.parse('{"__proto__": {"polluted": "yes"}}')`,
  "an input with __proto__": `await env.demo.echo(JSON.parse('{"__proto__": {"polluted": "yes"}}')); return 1`,
  "an input with constructor": `await env.demo.echo({ constructor: { prototype: { polluted: "yes" } } }); return 1`,
  "a name __proto__":
    "await env.__proto__.polluted({}).catch(() => 0); await env.constructor.constructor('return process')().catch(() => 0); return 1",
  "an error with __proto__": `throw JSON.parse('{"__proto__": {"polluted": "yes"}, "code": "__proto__", "message": "m", "details": {"__proto__": {"polluted": 1}}}')`,
  "replaced promises": "Promise.prototype.then = () => { for (;;); }; await 1",
  "a replaced Promise": "globalThis.Promise = class { constructor() { throw 1 } }; await env.demo.echo({})",
  "a replaced JSON":
    "JSON.stringify = () => '\\u0000'; JSON.parse = () => ({ stream: 5 }); return await env.demo.echo({})",
  "a replaced console": "console = undefined; globalThis.env = undefined; return 1",
  "replaced arrays":
    "Array.prototype.map = Array.prototype.includes = () => { throw 1 }; console.log(1); return env.demo",
  "setters on Object":
    "for (const k of ['resolve', 'reject', 'site', 'code', 'message']) Object.defineProperty(Object.prototype, k, { set() { throw 1 }, get() { return 1 } }); return await env.demo.echo({})",
  "a forged number of a call": "Number.prototype.toString = () => '__proto__'; return await env.demo.echo({})",
  "a frozen world":
    "for (const k of Object.getOwnPropertyNames(globalThis)) { try { Object.freeze(globalThis[k]); Object.freeze(globalThis[k].prototype) } catch {} } return await env.demo.echo({})",
  "a forged CallError": "throw new CallError('ABORTED', { toString() { for (;;); } }, { a: 1n })",
};

const escapes: Programs = {
  "the process": outside("process"),
  "the process by globalThis": outside("globalThis"),
  "the process by this": outside("this"),
  "the process by Function": outside("Function('return this')()"),
  "the process by a constructor": outside("(() => {}).constructor('return process')()"),
  "the process by an async constructor": outside("(async () => {}).constructor('return globalThis.process')"),
  "the process by env": outside("env.constructor.constructor('return process')()"),
  "the process by console": outside("console.log.constructor('return process')()"),
  "the process by an error of a call": `
    try { await env.demo.fails({}) } catch (error) { ${outside("error.constructor.constructor('return process')()")} }`,
  "the process by an envelope": `
    const answer = await env.demo.echo({}); ${outside("answer.constructor.constructor('return process')()")}`,
  "the process by an overflow": `
    try { const f = () => { f() }; f() } catch (error) { ${outside("error.constructor.constructor('return process')()")} }`,
  "the process by prepareStackTrace": `
    Error.prepareStackTrace = (_, frames) => frames; ${outside("new Error().stack[0].getThis()")}`,
  "the process by a caller": outside("(function f() { return f.caller?.caller })()"),
  "the process by Symbol.species": `
    class P extends Promise { static get [Symbol.species]() { return function (f) { f(() => 0, () => 0) } } }
    ${outside("P.resolve(1).then.constructor('return process')()")}`,
  "modules by require": outside("require('node:process')"),
  "modules by a constructed require": outside("module.require('child_process')"),
  "modules by import":
    "const fs = await import('node:fs').catch(() => undefined); return fs === undefined ? 'nothing' : 'ESCAPED'",
  "modules by import of data":
    "const m = await import('data:text/javascript,export default process').catch(() => undefined); return m?.default ? 'ESCAPED' : 'nothing'",
  "modules of QuickJS":
    "for (const n of ['std', 'os', 'qjs:std', 'qjs:os']) { const m = await import(n).catch(() => undefined); if (m) return 'ESCAPED' } return 'nothing'",
  "globals of QuickJS":
    "return ['std', 'os', 'bjson', 'print', 'scriptArgs', 'load', '__loadScript', 'gc'].some((n) => n in globalThis) ? 'ESCAPED' : 'nothing'",
  "the network":
    "return ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'navigator'].some((n) => n in globalThis) ? 'ESCAPED' : 'nothing'",
  threads:
    "return ['Worker', 'postMessage', 'parentPort', 'onmessage', 'MessageChannel', 'Atomics'].some((n) => n in globalThis) ? 'ESCAPED' : 'nothing'",
  timers:
    "return ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'performance'].some((n) => n in globalThis) ? 'ESCAPED' : 'nothing'",
  "the running clock":
    "const a = Date.now(), b = new Date(0).constructor.now(); for (let i = 0; i < 1e5; i++); const c = new Date(); return Date.now() !== a || b !== a || +c !== a || Date() !== new Date(a).toString() ? 'ESCAPED' : 'nothing'",
  "the running clock by a subclass":
    "class D extends Date {} const a = +new D(); for (let i = 0; i < 1e5; i++); return +new D() !== a || Object.getPrototypeOf(D).now() !== a ? 'ESCAPED' : 'nothing'",
  "the running clock by Reflect":
    "const N = Reflect.construct(Date, [], Object); for (let i = 0; i < 2e5; i++); const M = Reflect.construct(Date, [], Object); return Date.prototype.getTime.call(N) !== Date.prototype.getTime.call(M) ? 'ESCAPED' : 'nothing'",
  "the WebAssembly around it": outside(
    "new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])))",
  ),
  "the closing of its own brackets":
    "}); globalThis.leaked = typeof process; (async () => { return typeof process === 'undefined' ? 'nothing' : 'ESCAPED'",
  "a source map": "return 1 //# sourceMappingURL=file:///etc/passwd",
  "the run within itself":
    "return (await env.run.code({ code: 'return 1' }).catch(() => undefined)) === undefined ? 'nothing' : 'ESCAPED'",
  "rights that its caller lacks":
    "return (await env.demo.secret({}).catch(() => undefined)) === undefined ? 'nothing' : 'ESCAPED'",
  "forged host functions":
    "const leaks = []; const then = Promise.prototype.then; Promise.prototype.then = function (...fs) { leaks.push(...fs); return then.apply(this, fs) }; await env.demo.echo({}); for (const f of leaks) { try { f?.('x'); f?.({}); f?.(Symbol()) } catch {} } return leaks.some((f) => { try { return f?.constructor('return typeof process')() !== 'undefined' } catch { return false } }) ? 'ESCAPED' : 'nothing'",
  "a detached buffer":
    "const b = new ArrayBuffer(8); const v = new DataView(b); try { structuredClone(b, { transfer: [b] }) } catch {} try { b.transfer?.(0) } catch {} try { v.setFloat64(0, 1) } catch {} return 1",
  "a buffer that shrinks in a loop":
    "const b = new ArrayBuffer(64, { maxByteLength: 128 }); const a = new Uint8Array(b); try { a.sort(() => { b.resize?.(0); return 1 }) } catch {} return a.length",
  "a list that shrinks while it is sorted":
    "const a = Array.from({ length: 1000 }, () => ({})); a.sort(() => { a.length = 0; return -1 }); return a.length",
  "a proxy as a result":
    "return new Proxy({}, { ownKeys: () => ['a', 'a', '__proto__'], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }) })",
  "a pattern that backtracks": "return /^(a+)+$/.test('a'.repeat(50) + 'b')",
  "a pattern that backtracks in many ways":
    "return /(x+x+)+y/.test('x'.repeat(50)) || /^(([a-z])+.)+[A-Z]([a-z])+$/.test('a'.repeat(60))",
  "a slow conversion": "return String(2n ** 2000000n).length",
  "a slow sort": "return Array.from({ length: 1e6 }, (_, i) => (i * 7919) % 1000003).map(String).sort().length",
  "a slow search in a text": "return ('a'.repeat(1e6)).indexOf('a'.repeat(5e5) + 'b')",
};

export const hostilePrograms: readonly HostileProgram[] = Object.entries({
  ...loops,
  ...recursion,
  ...memory,
  ...promises,
  ...prototypes,
  ...escapes,
}).map(([name, code]) => ({ name, code }));
