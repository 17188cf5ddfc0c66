import { n as Lr } from "./rolldown-runtime-SbdDWaPq.js";
function Ft(n, t, r) {
	return n >= t && n <= r;
}
function sd(n) {
	return n === 8205;
}
function Cu(n) {
	return Ft(n, 127462, 127487);
}
function fd(n) {
	return Ft(n, 65024, 65039);
}
function dd(n) {
	return Ft(n, 768, 879) || Ft(n, 6832, 6911) || Ft(n, 7616, 7679) || Ft(n, 65056, 65071);
}
function Fr(n) {
	return n > 65535 ? 2 : 1;
}
function Pu(n, t) {
	while (t < n.length) {
		const r = n.codePointAt(t);
		if (dd(r) || fd(r)) t += Fr(r);
		else break;
	}
	return t;
}
function ad(n, t) {
	const r = n.codePointAt(t);
	let e = t + Fr(r);
	e = Pu(n, e);
	while (e < n.length - 1 && sd(n.codePointAt(e))) {
		const o = n.codePointAt(e + 1);
		e += 1 + Fr(o);
		e = Pu(n, e);
	}
	if (Cu(r) && e < n.length && Cu(n.codePointAt(e))) e += Fr(n.codePointAt(e));
	return e;
}
function ld(n) {
	let t = 0, r = 0;
	while (r < n.length) {
		r = ad(n, r);
		t++;
	}
	return t;
}
function Re(n) {
	let t = 0, r = 0, e = 0;
	while (r < n.length) {
		const o = n.charCodeAt(r++) >> 10;
		t += +((e << 8 | o) !== 13879);
		e = o;
	}
	return t;
}
function Id(n, t) {
	return n.length <= t || n.length <= t << 1 && Re(n) <= t;
}
function md(n, t) {
	return n.length >= t << 1 || n.length >= t && Re(n) >= t;
}
var pd = /* @__PURE__ */ Lr({
	CodePointCount: () => Ed,
	Counted: () => be,
	Entries: () => En,
	EntriesRegExp: () => Cd,
	Every: () => V,
	EveryAll: () => Rd,
	GraphemeCount: () => gd,
	HasPropertyKey: () => l,
	IsArray: () => R,
	IsBigInt: () => ln,
	IsBoolean: () => Dn,
	IsClassInstance: () => $d,
	IsConstructor: () => Ce,
	IsDeepEqual: () => Jt,
	IsEqual: () => s,
	IsFunction: () => nt,
	IsGreaterEqualThan: () => Yt,
	IsGreaterThan: () => Zt,
	IsInteger: () => Pe,
	IsLessEqualThan: () => mt,
	IsLessThan: () => Nr,
	IsMaxLength: () => Tu,
	IsMinLength: () => bu,
	IsMultipleOf: () => Au,
	IsNull: () => It,
	IsNumber: () => w,
	IsObject: () => S,
	IsObjectNotArray: () => Vt,
	IsString: () => L,
	IsSymbol: () => Ae,
	IsUndefined: () => nn,
	IsUnsafePropertyKey: () => xt,
	IsValueLike: () => Nt,
	Keys: () => E,
	ShiftLeft: () => O,
	Some: () => Te,
	SomeAll: () => Ou,
	Symbols: () => Mu,
	Values: () => Oe
});
function R(n) {
	return Array.isArray(n);
}
function ln(n) {
	return s(typeof n, "bigint");
}
function Dn(n) {
	return s(typeof n, "boolean");
}
function Ce(n) {
	if (nn(n) || !nt(n)) return false;
	const t = Function.prototype.toString.call(n);
	if (/^class\s/.test(t)) return true;
	if (/\[native code\]/.test(t)) return true;
	return false;
}
function nt(n) {
	return s(typeof n, "function");
}
function Pe(n) {
	return Number.isInteger(n);
}
function It(n) {
	return s(n, null);
}
function w(n) {
	return Number.isFinite(n);
}
function Vt(n) {
	return S(n) && !R(n);
}
function S(n) {
	return s(typeof n, "object") && !It(n);
}
function L(n) {
	return s(typeof n, "string");
}
function Ae(n) {
	return s(typeof n, "symbol");
}
function nn(n) {
	return s(n, void 0);
}
function s(n, t) {
	return n === t;
}
function Zt(n, t) {
	return n > t;
}
function Nr(n, t) {
	return n < t;
}
function mt(n, t) {
	return n <= t;
}
function Yt(n, t) {
	return n >= t;
}
function Au(n, t) {
	if (ln(n) || ln(t)) return BigInt(n) % BigInt(t) === 0n;
	const r = 1e-10;
	if (!w(n)) return true;
	if (Pe(n) && 1 / t % 1 === 0) return true;
	const e = n % t;
	return Math.min(Math.abs(e), Math.abs(e - t), Math.abs(e + t)) < r;
}
function $d(n) {
	if (!S(n)) return false;
	const t = globalThis.Object.getPrototypeOf(n);
	if (It(t)) return false;
	return s(typeof t.constructor, "function") && !(s(t.constructor, globalThis.Object) || s(t.constructor.name, "Object"));
}
function Nt(n) {
	return ln(n) || Dn(n) || It(n) || w(n) || L(n) || nn(n);
}
function gd(n) {
	return ld(n);
}
function Ed(n) {
	return Re(n);
}
function Tu(n, t) {
	return Id(n, t);
}
function bu(n, t) {
	return md(n, t);
}
function V(n, t, r) {
	return n.every((e, o) => o < t || r(e, o));
}
function Rd(n, t, r) {
	let e = true;
	n.forEach((o, i) => {
		if (i >= t && !r(o, i)) e = false;
	});
	return e;
}
function Te(n, t) {
	return n.some((r, e) => t(r, e));
}
function Ou(n, t) {
	let r = false;
	n.forEach((e, o) => {
		if (t(e, o)) r = true;
	});
	return r;
}
function be(n, t) {
	return n.reduce((r, e, o) => t(e, o) ? ++r : r, 0);
}
function O(n, t, r) {
	return s(n.length, 0) ? r() : t(n[0], n.slice(1));
}
function xt(n) {
	return s(n, "__proto__") || s(n, "constructor") || s(n, "prototype");
}
function l(n, t) {
	return xt(t) ? Object.prototype.hasOwnProperty.call(n, t) : t in n;
}
function Cd(n) {
	return E(n).map((t) => [new RegExp(`^${t}$`), n[t]]);
}
function En(n) {
	return Object.entries(n);
}
function E(n) {
	return Object.getOwnPropertyNames(n);
}
function Mu(n) {
	return Object.getOwnPropertySymbols(n);
}
function Oe(n) {
	return Object.values(n);
}
function Pd(n, t) {
	if (!S(t)) return false;
	const r = E(n);
	return s(r.length, E(t).length) && r.every((e) => Jt(n[e], t[e]));
}
function Ad(n, t) {
	return R(t) && s(n.length, t.length) && n.every((r, e) => Jt(n[e], t[e]));
}
function Jt(n, t) {
	return R(n) ? Ad(n, t) : S(n) ? Pd(n, t) : s(n, t);
}
const Td = /^[\p{ID_Start}_$][\p{ID_Continue}_$\u200C\u200D]*$/u;
function bd(n) {
	return Td.test(n);
}
function tn(n, t) {
	return `(${n} && ${t})`;
}
function D(n, t) {
	return `(${n} || ${t})`;
}
function un(n) {
	return `!(${n})`;
}
function xr(n) {
	return `Array.isArray(${n})`;
}
function _u(n) {
	return `typeof ${n} === "bigint"`;
}
function Od(n) {
	return `typeof ${n} === "boolean"`;
}
function Md(n) {
	return `Number.isInteger(${n})`;
}
function _d(n) {
	return `${n} === null`;
}
function yu(n) {
	return `Number.isFinite(${n})`;
}
function Su(n) {
	return tn(Lu(n), un(xr(n)));
}
function Lu(n) {
	return `typeof ${n} === "object" && ${n} !== null`;
}
function Fu(n) {
	return `typeof ${n} === "string"`;
}
function yd(n) {
	return `typeof ${n} === "symbol"`;
}
function Me(n) {
	return `${n} === undefined`;
}
function Sd(n) {
	return `typeof ${n} === "function"`;
}
function Ld(n) {
	return `Guard.IsConstructor(${n})`;
}
function mn(n, t) {
	return `${n} === ${t}`;
}
function Nu(n, t) {
	return `${n} > ${t}`;
}
function _e(n, t) {
	return `${n} < ${t}`;
}
function pt(n, t) {
	return `${n} <= ${t}`;
}
function Xt(n, t) {
	return `${n} >= ${t}`;
}
function Fd(n, t) {
	return `(${n}.length >= ${+t << 1} || (${n}.length >= ${t} && Guard.CodePointCount(${n}) >= ${t}))`;
}
function Nd(n, t) {
	return `(${n}.length <= ${t} || (${n}.length <= ${+t << 1} && Guard.CodePointCount(${n}) <= ${t}))`;
}
function Un(n, t, r, e) {
	return s(t, "0") ? `${n}.every((${r[0]}, ${r[1]}) => (${e}))` : `${n}.every((${r[0]}, ${r[1]}) => (${r[1]} < ${t}) || (${e}))`;
}
function xd(n, t, r) {
	return `${n}.some((${t[0]}, ${t[1]}) => ${r})`;
}
function Bd(n, t, r) {
	return `((value) => { let result = false; value.forEach((${t[0]}, ${t[1]}) => { if (${r}) result = true }); return result })(${n})`;
}
function Br(n, t, r) {
	return `${n}.reduce((result, ${t[0]}, ${t[1]}) => (${r}) ? ++result : result, 0)`;
}
function xu(n) {
	return `Object.entries(${n})`;
}
function $t(n) {
	return `Object.getOwnPropertyNames(${n})`;
}
function gt(n, t) {
	return s(t, "\"__proto__\"") || s(t, "\"constructor\"") ? `Object.prototype.hasOwnProperty.call(${n}, ${t})` : `${t} in ${n}`;
}
function Bu(n, t) {
	return `Guard.IsDeepEqual(${n}, ${t})`;
}
function Dd(n) {
	return `[${n.join(", ")}]`;
}
function tt(n, t) {
	return `((${n.join(", ")}) => ${t})`;
}
function x(n, t) {
	return `${n}(${t.join(", ")})`;
}
function ye(n, t) {
	return `new ${n}(${t.join(", ")})`;
}
function C(n, t) {
	return `${n}${bd(t) ? `.${t}` : `[${p(t)}]`}`;
}
function p(n) {
	if (!Nt(n)) throw Error("Unsupported Constant");
	return L(n) ? JSON.stringify(n) : `${n}`;
}
function Ud(n, t, r) {
	return `(${n} ? ${t} : ${r})`;
}
function Dr(n) {
	return `{ ${n.join("; ")}; }`;
}
function jn(n, t) {
	return `const ${n} = ${t}`;
}
function Du(n, t) {
	return `if(${n}) { ${t} }`;
}
function Ur(n) {
	return `return ${n}`;
}
function on(n) {
	return s(n.length, 0) ? "true" : n.reduce((t, r) => tn(t, r));
}
function Se(n) {
	return s(n.length, 0) ? "false" : n.reduce((t, r) => D(t, r));
}
function wd(n, t) {
	return `Guard.IsMultipleOf(${n}, ${t})`;
}
function Kd(n) {
	return n instanceof Boolean;
}
function hd(n) {
	return n instanceof Number;
}
function zd(n) {
	return n instanceof String;
}
function jd(n) {
	return globalThis.ArrayBuffer.isView(n);
}
function kd(n) {
	return n instanceof globalThis.RegExp;
}
function Gd(n) {
	return n instanceof globalThis.Date;
}
const Wd = {
	immutableTypes: false,
	maxErrors: 8,
	maxParseErrors: 1,
	maxInstantiationCount: 128,
	useAcceleration: true,
	exactOptionalPropertyTypes: false,
	enumerableKind: false,
	correctiveParse: false,
	unionPrioritySort: true
};
function Bt() {
	return Wd;
}
function Uu(n) {
	return l(n, "~refine") && R(n["~refine"]) && V(n["~refine"], 0, (t) => S(t) && l(t, "check") && l(t, "error") && nt(t.check) && nt(t.error));
}
function cn(n) {
	return S(n) && !R(n);
}
function wr(n) {
	return Dn(n);
}
function W(n) {
	return cn(n) || wr(n);
}
function Le(n) {
	return l(n, "additionalItems") && W(n.additionalItems);
}
function Fe(n) {
	return l(n, "additionalProperties") && W(n.additionalProperties);
}
function wu(n) {
	return l(n, "allOf") && R(n.allOf) && n.allOf.every((t) => W(t));
}
function qd(n) {
	return l(n, "$anchor") && L(n.$anchor);
}
function Ku(n) {
	return l(n, "anyOf") && R(n.anyOf) && n.anyOf.every((t) => W(t));
}
function hu(n) {
	return l(n, "const");
}
function Qt(n) {
	return l(n, "contains") && W(n.contains);
}
function Ne(n) {
	return l(n, "dependencies") && S(n.dependencies) && Object.values(n.dependencies).every((t) => W(t) || R(t) && t.every((r) => L(r)));
}
function xe(n) {
	return l(n, "dependentRequired") && S(n.dependentRequired) && Object.values(n.dependentRequired).every((t) => R(t) && t.every((r) => L(r)));
}
function Be(n) {
	return l(n, "dependentSchemas") && S(n.dependentSchemas) && Object.values(n.dependentSchemas).every((t) => W(t));
}
function Dt(n) {
	return l(n, "$dynamicAnchor") && L(n.$dynamicAnchor);
}
function zu(n) {
	return l(n, "$dynamicRef") && L(n.$dynamicRef);
}
function ju(n) {
	return l(n, "else") && W(n.else);
}
function ku(n) {
	return l(n, "enum") && R(n.enum);
}
function De(n) {
	return l(n, "exclusiveMaximum") && (w(n.exclusiveMaximum) || ln(n.exclusiveMaximum));
}
function Ue(n) {
	return l(n, "exclusiveMinimum") && (w(n.exclusiveMinimum) || ln(n.exclusiveMinimum));
}
function we(n) {
	return l(n, "format") && L(n.format);
}
function pn(n) {
	return l(n, "$id") && L(n.$id);
}
function Gu(n) {
	return l(n, "if") && W(n.if);
}
function vt(n) {
	return l(n, "items") && (W(n.items) || R(n.items) && n.items.every((t) => {
		return W(t);
	}));
}
function Wu(n) {
	return vt(n) && R(n.items);
}
function Ke(n) {
	return l(n, "maximum") && (w(n.maximum) || ln(n.maximum));
}
function he(n) {
	return l(n, "maxContains") && w(n.maxContains);
}
function ze(n) {
	return l(n, "maxItems") && w(n.maxItems);
}
function je(n) {
	return l(n, "maxLength") && w(n.maxLength);
}
function ke(n) {
	return l(n, "maxProperties") && w(n.maxProperties);
}
function Ge(n) {
	return l(n, "minimum") && (w(n.minimum) || ln(n.minimum));
}
function Kr(n) {
	return l(n, "minContains") && w(n.minContains);
}
function We(n) {
	return l(n, "minItems") && w(n.minItems);
}
function qe(n) {
	return l(n, "minLength") && w(n.minLength);
}
function He(n) {
	return l(n, "minProperties") && w(n.minProperties);
}
function Ve(n) {
	return l(n, "multipleOf") && (w(n.multipleOf) || ln(n.multipleOf));
}
function qu(n) {
	return l(n, "not") && W(n.not);
}
function Hu(n) {
	return l(n, "oneOf") && R(n.oneOf) && n.oneOf.every((t) => W(t));
}
function Ze(n) {
	return l(n, "pattern") && (L(n.pattern) || n.pattern instanceof RegExp);
}
function nr(n) {
	return l(n, "patternProperties") && S(n.patternProperties) && Object.values(n.patternProperties).every((t) => W(t));
}
function Ut(n) {
	return l(n, "prefixItems") && R(n.prefixItems) && n.prefixItems.every((t) => W(t));
}
function tr(n) {
	return l(n, "properties") && S(n.properties) && Object.values(n.properties).every((t) => W(t));
}
function Ye(n) {
	return l(n, "propertyNames") && (S(n.propertyNames) || W(n.propertyNames));
}
function Hd(n) {
	return l(n, "$recursiveAnchor") && Dn(n.$recursiveAnchor);
}
function Je(n) {
	return Hd(n) && s(n.$recursiveAnchor, true);
}
function Vu(n) {
	return l(n, "$recursiveRef") && L(n.$recursiveRef);
}
function Zu(n) {
	return l(n, "$ref") && L(n.$ref);
}
function wt(n) {
	return l(n, "required") && R(n.required) && n.required.every((t) => L(t));
}
function Yu(n) {
	return l(n, "then") && W(n.then);
}
function Xe(n) {
	return l(n, "type") && (L(n.type) || R(n.type) && n.type.every((t) => L(t)));
}
function Qe(n) {
	return l(n, "uniqueItems") && Dn(n.uniqueItems);
}
function ve(n) {
	return l(n, "unevaluatedItems") && W(n.unevaluatedItems);
}
function no(n) {
	return l(n, "unevaluatedProperties") && W(n.unevaluatedProperties);
}
var Vd = class {
	constructor(n) {
		this.hasUnevaluated = n;
	}
	UseUnevaluated() {
		return this.hasUnevaluated;
	}
	Push() {
		return x(C("context", "Push"), []);
	}
	Pop() {
		return x(C("context", "Pop"), []);
	}
	AddIndex(n) {
		return x(C("context", "AddIndex"), [n]);
	}
	AddKey(n) {
		return x(C("context", "AddKey"), [n]);
	}
	Merge(n) {
		return x(C("context", "Merge"), [n]);
	}
};
var Kt = class {
	constructor() {
		const n = /* @__PURE__ */ new Set();
		const t = /* @__PURE__ */ new Set();
		this.stack = [{
			indices: n,
			keys: t
		}];
	}
	Push() {
		const n = /* @__PURE__ */ new Set();
		const t = /* @__PURE__ */ new Set();
		this.stack.push({
			indices: n,
			keys: t
		});
		return true;
	}
	Pop() {
		this.stack.pop();
		return true;
	}
	AddIndex(n) {
		this.GetIndices().add(n);
		return true;
	}
	AddKey(n) {
		this.GetKeys().add(n);
		return true;
	}
	GetIndices() {
		return this.stack[this.stack.length - 1].indices;
	}
	GetKeys() {
		return this.stack[this.stack.length - 1].keys;
	}
	Merge(n) {
		for (const t of n) {
			t.GetIndices().forEach((r) => this.GetIndices().add(r));
			t.GetKeys().forEach((r) => this.GetKeys().add(r));
		}
		return true;
	}
};
const hr = {
	identifier: "External",
	variables: []
};
function rt(n) {
	const t = `External[${hr.variables.length}]`;
	hr.variables.push(n);
	return t;
}
function Zd() {
	hr.variables = [];
}
function Yd() {
	return { ...hr };
}
function Jd(n, t, r, e) {
	return Un(rt(r["~refine"]), p(0), ["refinement", "_"], x(C("refinement", "check"), [e]));
}
function Xd(n, t, r, e) {
	return x(C(rt(r["~refine"][0]), "check"), [e]);
}
function Qd(n, t, r, e) {
	return s(r["~refine"].length, 1) ? Xd(n, t, r, e) : Jd(n, t, r, e);
}
function vd(n, t, r, e) {
	return V(r["~refine"], 0, (o, i) => o.check(e));
}
const to = "urn:typebox:root";
function et(n, t) {
	return URL.canParse(n, t) ? new URL(n, t) : s(t, "urn:typebox:root") ? new URL(`${t}:${n}`) : new URL(`${t.slice(0, t.lastIndexOf(":"))}:${n}`);
}
function na(n, t) {
	const r = cn(t) && pn(t) ? et(t.$id, to).href : to;
	return {
		context: n,
		schema: t,
		lexicalSchema: t,
		lexicalBase: r,
		resourceBase: r,
		referenceBase: r,
		ids: [],
		useResourceBaseForReference: true,
		recursiveAnchor: void 0,
		dynamicAnchors: [],
		resourceEntries: /* @__PURE__ */ new Map(),
		pendingResource: true,
		enteredResource: false
	};
}
function ro(n, t, r = true) {
	if (wr(t)) return n;
	if (Array.isArray(t)) return t.reduce((o, i) => ro(o, i, false), n);
	if (!cn(t)) return n;
	if (!r && pn(t)) return n;
	const e = !r && Dt(t) ? [...n, t] : n;
	return Object.keys(t).reduce((o, i) => ro(o, t[i], false), e);
}
function rr(n, t) {
	return n.resourceEntries.get(t);
}
function Ju(n, t) {
	return n.enteredResource || rr(n, t) !== void 0;
}
function ta(n) {
	return !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(n.$id);
}
function ra(n, t) {
	return pn(t) ? [...n.ids, t] : n.ids;
}
function ea(n, t) {
	return n.recursiveAnchor ?? (Je(t) ? t : void 0);
}
function oa(n, t) {
	const r = pn(t) ? ro(n.dynamicAnchors, t) : n.dynamicAnchors;
	return Dt(t) ? [...r, t] : r;
}
function ua(n, t) {
	return pn(t) ? false : n.pendingResource;
}
function Xu(n, t) {
	const r = rr(n, t);
	if (r) return r.base;
	return pn(t) ? et(t.$id, n.lexicalBase).href : n.lexicalBase;
}
function Qu(n, t) {
	const r = rr(n, t);
	if (r) return r.base;
	return pn(t) && n.pendingResource ? et(t.$id, n.resourceBase).href : n.resourceBase;
}
function vu(n, t) {
	return pn(t) ? !ta(t) : n.useResourceBaseForReference;
}
function ia(n, t) {
	const r = Ju(n, t);
	const e = vu(n, t);
	return r || e ? Qu(n, t) : Xu(n, t);
}
function ca(n, t) {
	const r = rr(n, t);
	if (r) return r.root;
	return pn(t) ? t : n.lexicalSchema;
}
function sa(n, t) {
	return cn(t) && (pn(t) || Dt(t) || nn(n.recursiveAnchor) && Je(t) || !nn(rr(n, t)));
}
function zr(n, t) {
	return sa(n, t) ? {
		...n,
		ids: ra(n, t),
		dynamicAnchors: oa(n, t),
		recursiveAnchor: ea(n, t),
		pendingResource: ua(n, t),
		lexicalBase: Xu(n, t),
		resourceBase: Qu(n, t),
		useResourceBaseForReference: vu(n, t),
		referenceBase: ia(n, t),
		lexicalSchema: ca(n, t),
		enteredResource: Ju(n, t)
	} : n;
}
let ni = 0;
function k() {
	return `unique_${ni++}`;
}
function fa() {
	ni = 0;
}
function ti(n) {
	return vt(n) && R(n.items);
}
function da(n, t, r, e) {
	const [o, i] = [k(), k()];
	const c = wn(n, t, r.additionalItems, o);
	const f = _e(i, p(r.items.length));
	const a = t.AddIndex(i);
	return Un(e, p(0), [o, i], D(f, tn(c, a)));
}
function aa(n, t, r, e) {
	const [o, i] = [k(), k()];
	const c = wn(n, t, r.additionalItems, o);
	const f = _e(i, p(r.items.length));
	return Un(e, p(0), [o, i], D(f, c));
}
function la(n, t, r, e) {
	if (!ti(r)) return p(true);
	return t.UseUnevaluated() ? da(n, t, r, e) : aa(n, t, r, e);
}
function Ia(n, t, r, e) {
	if (!ti(r)) return true;
	return V(e, 0, (o, i) => {
		return Nr(i, r.items.length) || Et(n, t, r.additionalItems, o) && t.AddIndex(i);
	});
}
function ht(n) {
	return new RegExp(n, "u");
}
function ma(n, t) {
	return !n.UseUnevaluated() && (s(t, true) || S(t) && s(E(t).length, 0));
}
function pa(n) {
	return `^${n.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`;
}
function ri(n) {
	const t = [];
	if (nr(n)) t.push(...E(n.patternProperties));
	if (tr(n)) t.push(...E(n.properties).map(pa));
	return s(t.length, 0) ? "(?!)" : `(${t.join("|")})`;
}
function $a(n) {
	const t = E(n.properties);
	return s(t.length, n.required.length) && V(t, 0, (r) => n.required.includes(r));
}
function ga(n, t, r) {
	return wt(t) && tr(t) && !nr(t) && s(t.additionalProperties, false) && $a(t);
}
function Ea(n, t, r) {
	return mn(C(x(C("Object", "getOwnPropertyNames"), [r]), "length"), p(t.required.length));
}
function Ra(n, t, r, e) {
	const [o, i] = [k(), k()];
	const c = rt(ht(ri(r)));
	const f = wn(n, t, r.additionalProperties, `${e}[${o}]`);
	const a = x(C(c, "test"), [o]);
	const I = t.AddKey(o);
	const m = t.UseUnevaluated() ? D(a, tn(f, I)) : D(a, f);
	return Un($t(e), p(0), [o, i], m);
}
function Ca(n, t, r, e) {
	if (ma(t, r.additionalProperties)) return p(true);
	return ga(t, r, e) ? Ea(t, r, e) : Ra(n, t, r, e);
}
function Pa(n, t, r, e) {
	const o = ht(ri(r));
	return V(E(e), 0, (i, c) => {
		return o.test(i) || Et(n, t, r.additionalProperties, e[i]) && t.AddKey(i);
	});
}
function jr(n, t, r, e, o) {
	const i = jn("results", "[]");
	const c = r.map((m, b) => jn(`context_${b}`, ye("CheckContext", [])));
	const f = r.map((m, b) => jn(`condition_${b}`, x(tt(["context"], H(n, t, m, e)), [`context_${b}`])));
	const a = r.map((m, b) => Du(`condition_${b}`, x(C("results", "push"), [`context_${b}`])));
	const I = Ur(tn(o, t.Merge("results")));
	return x(tt([], Dr([
		i,
		...c,
		...f,
		...a,
		I
	])), []);
}
function Aa(n, t, r, e) {
	return jr(n, t, r.allOf, e, mn(C("results", "length"), p(r.allOf.length)));
}
function Ta(n, t, r, e) {
	return on(r.allOf.map((o) => H(n, t, o, e)));
}
function ba(n, t, r, e) {
	return t.UseUnevaluated() ? Aa(n, t, r, e) : Ta(n, t, r, e);
}
function Oa(n, t, r, e) {
	const o = r.allOf.reduce((i, c) => {
		const f = new Kt();
		return J(n, f, c, e) ? [...i, f] : i;
	}, []);
	return s(o.length, r.allOf.length) && t.Merge(o);
}
function Ma(n, t, r, e) {
	return jr(n, t, r.anyOf, e, Nu(C("results", "length"), p(0)));
}
function _a(n, t, r, e) {
	return Se(r.anyOf.map((o) => H(n, t, o, e)));
}
function ya(n, t, r, e) {
	return t.UseUnevaluated() ? Ma(n, t, r, e) : _a(n, t, r, e);
}
function Sa(n, t, r, e) {
	const o = r.anyOf.reduce((i, c) => {
		const f = new Kt();
		return J(n, f, c, e) ? [...i, f] : i;
	}, []);
	return Zt(o.length, 0) && t.Merge(o);
}
function La(n, t, r, e) {
	return r ? p(true) : p(false);
}
function Fa(n, t, r, e) {
	return r;
}
function Na(n, t, r, e) {
	return Nt(r.const) ? mn(e, p(r.const)) : Bu(e, rt(r.const));
}
function xa(n, t, r, e) {
	return Nt(r.const) ? s(e, r.const) : Jt(e, r.const);
}
function ei(n) {
	return !(Kr(n) && s(n.minContains, 0));
}
function Ba(n, t, r, e) {
	const [o, i] = [k(), k()];
	return tn(un(mn(C(e, "length"), p(0))), Bd(e, [o, i], tn(H(n, t, r.contains, o), t.AddIndex(i))));
}
function Da(n, t, r, e) {
	const [o] = [k()];
	return tn(un(mn(C(e, "length"), p(0))), xd(e, [o, "_"], H(n, t, r.contains, o)));
}
function Ua(n, t, r, e) {
	if (!ei(r)) return p(true);
	return t.UseUnevaluated() ? Ba(n, t, r, e) : Da(n, t, r, e);
}
function wa(n, t, r, e) {
	if (!ei(r)) return true;
	return !s(e.length, 0) && Ou(e, (o, i) => {
		return J(n, t, r.contains, o) && t.AddIndex(i);
	});
}
function Ka(n, t, r, e) {
	return D(mn(C($t(e), "length"), p(0)), on(En(r.dependencies).map(([c, f]) => {
		const a = un(gt(e, p(c)));
		const I = H(n, t, f, e);
		const m = (b) => on(b.map((j) => gt(e, p(j))));
		return D(a, R(f) ? m(f) : I);
	})));
}
function ha(n, t, r, e) {
	const o = s(E(e).length, 0);
	const i = V(En(r.dependencies), 0, ([c, f]) => {
		return !l(e, c) || (R(f) ? f.every((a) => l(e, a)) : J(n, t, f, e));
	});
	return o || i;
}
function za(n, t, r, e) {
	return D(mn(C($t(e), "length"), p(0)), on(En(r.dependentRequired).map(([c, f]) => {
		return D(un(gt(e, p(c))), on(f.map((m) => gt(e, p(m)))));
	})));
}
function ja(n, t, r, e) {
	const o = s(E(e).length, 0);
	const i = V(En(r.dependentRequired), 0, ([c, f]) => {
		return !l(e, c) || f.every((a) => l(e, a));
	});
	return o || i;
}
function ka(n, t, r, e) {
	return D(mn(C($t(e), "length"), p(0)), on(En(r.dependentSchemas).map(([c, f]) => {
		return D(un(gt(e, p(c))), H(n, t, f, e));
	})));
}
function Ga(n, t, r, e) {
	const o = s(E(e).length, 0);
	const i = V(En(r.dependentSchemas), 0, ([c, f]) => {
		return !l(e, c) || J(n, t, f, e);
	});
	return o || i;
}
function Wa(n) {
	const t = n.split("/").map((r) => r.replace(/~1/g, "/").replace(/~0/g, "~"));
	return t[0] === "" ? t.slice(1) : t;
}
function qa(n, t) {
	let r = n;
	for (const e of Wa(t)) {
		if (!S(r) || xt(e)) return void 0;
		r = r[e];
	}
	return r;
}
function eo(n, t) {
	return cn(n) && pn(n) ? et(n.$id, t.href) : t;
}
function oo(n) {
	return et(n, to);
}
function uo(n) {
	return n.href.split("#")[0];
}
function Ha(n, t, r) {
	return io(n, oo(t), r);
}
function Va(n, t) {
	return t.$ref.startsWith("#") || n.enteredResource ? n.lexicalSchema : n.schema;
}
function Za(n) {
	return n.startsWith("#/");
}
function oi(n, t) {
	if (S(n) && Dt(n) && s(n.$dynamicAnchor, t)) return n;
	if (S(n)) for (const r of E(n)) {
		const e = oi(n[r], t);
		if (e) return e;
	}
}
function io(n, t, r) {
	if (s(n, r)) return t.href;
	const e = eo(n, t);
	if (R(n)) for (const o of n) {
		const i = io(o, e, r);
		if (!nn(i)) return i;
	}
	else if (S(n)) for (const o of E(n)) {
		const i = io(n[o], e, r);
		if (!nn(i)) return i;
	}
}
function ui(n, t) {
	if (t.href.endsWith("#")) return n;
	if (!t.hash.startsWith("#")) return void 0;
	const r = decodeURIComponent(t.hash.slice(1));
	if (!r.startsWith("/")) return void 0;
	return qa(n, r);
}
function Ya(n, t, r) {
	if (!pn(n)) return void 0;
	if (s(n.$id, r.hash)) return n;
	const e = new URL(r.href, t.href);
	if (s(t.pathname, e.pathname)) return r.hash.startsWith("#") ? ui(n, r) : n;
}
function Ja(n, t, r) {
	if (!qd(n)) return void 0;
	const e = new URL(`#${n.$anchor}`, t.href);
	const o = new URL(r.href, t.href);
	return s(e.href, o.href) ? n : void 0;
}
function Xa(n, t, r) {
	if (!Dt(n)) return void 0;
	const e = new URL(`#${n.$dynamicAnchor}`, t.href);
	const o = new URL(r.href, t.href);
	return s(e.href, o.href) ? n : void 0;
}
function Qa(n, t, r) {
	if (!cn(n)) return void 0;
	return Ya(n, t, r) ?? Ja(n, t, r) ?? Xa(n, t, r) ?? ui(n, r);
}
function va(n, t, r) {
	if (!R(n)) return void 0;
	return n.reduce((e, o) => {
		const i = kr(o, t, r);
		return !nn(i) ? i : e;
	}, void 0);
}
function nl(n, t, r) {
	if (!S(n)) return void 0;
	return E(n).reduce((e, o) => {
		if (s(o, "const") || s(o, "enum")) return e;
		const i = kr(n[o], t, r);
		return !nn(i) ? i : e;
	}, void 0);
}
function kr(n, t, r) {
	const e = eo(n, t);
	return Qa(n, e, r) ?? va(n, e, r) ?? nl(n, e, r);
}
function tl(n, t, r, e) {
	const o = Gr(n, t, r, e);
	return cn(o) && pn(o) ? o : void 0;
}
function rl(n, t, r) {
	if (!t.$ref.startsWith("#")) return void 0;
	if (!cn(n.schema) || l(n.schema, "$schema")) return void 0;
	const e = Ha(n.lexicalSchema, n.referenceBase, r);
	if (nn(e) || s(e, n.referenceBase)) return void 0;
	return {
		target: r,
		base: e,
		root: n.lexicalSchema
	};
}
function el(n, t, r) {
	const e = n.context[t];
	if (!cn(e)) return void 0;
	return {
		target: r,
		base: t,
		root: e
	};
}
function ol(n, t, r, e, o) {
	const i = o ? el(n, e, r) : void 0;
	return nn(i) ? rl(n, t, r) : i;
}
function ul(n, t, r) {
	if (pn(r)) return void 0;
	const e = tl(n.context, n.schema, n.referenceBase, t);
	if (!e || n.ids.includes(e)) return void 0;
	return { resource: e };
}
function il(n, t) {
	return l(n, t) ? n[t] : void 0;
}
function cl(n, t, r) {
	return kr(n, t, r);
}
function sl(n, t, r) {
	const e = uo(r);
	if (!l(n, e) || s(e, uo(t))) return void 0;
	const o = n[e];
	const i = eo(o, new URL(e));
	return s(r.hash, "") ? o : kr(o, i, r);
}
function Gr(n, t, r, e) {
	const o = oo(r);
	const i = et(e, o.href);
	return il(n, e) ?? cl(t, o, i) ?? sl(n, o, i);
}
function fl(n, t) {
	if (!t) return n;
	const r = new Map(n.resourceEntries);
	r.set(t.target, {
		base: t.base,
		root: t.root
	});
	return {
		...n,
		resourceEntries: r
	};
}
function dl(n, t) {
	return t ? zr(n, t.resource) : n;
}
function ii(n, t, r, e) {
	return dl(fl({
		...n,
		pendingResource: t
	}, r), e);
}
function al(n, t, r) {
	const e = uo(et(t.$ref, n.referenceBase));
	const o = !s(e, n.resourceBase);
	return {
		schema: r,
		stack: ii(n, true, ol(n, t, r, e, o), o ? ul(n, e, r) : void 0)
	};
}
function ll(n, t) {
	return {
		schema: t,
		stack: ii(n, !nn(t))
	};
}
function co(n, t) {
	const r = Gr(n.context, Va(n, t), n.referenceBase, t.$ref);
	return cn(r) ? al(n, t, r) : ll(n, r);
}
function Il(n) {
	return cn(n.lexicalSchema) && Je(n.lexicalSchema);
}
function so(n, t) {
	const r = Il(n) ? n.recursiveAnchor : n.lexicalSchema;
	return Gr(n.context, r, n.lexicalBase, t.$recursiveRef);
}
function ci(n, t) {
	return et(t.$dynamicRef, oo(n.lexicalBase).href).hash;
}
function si(n, t) {
	return n.dynamicAnchors.find((r) => s(r.$dynamicAnchor, t)) ?? oi(n.schema, t);
}
function ml(n, t, r) {
	if (!cn(r) || !Dt(r)) return r;
	return Za(ci(n, t)) ? r : si(n, r.$dynamicAnchor);
}
function pl(n, t) {
	const r = ci(n, t);
	return si(n, decodeURIComponent(r.slice(1)));
}
function fo(n, t) {
	const r = t.$dynamicRef.startsWith("#") ? n.lexicalSchema : n.schema;
	const e = Gr(n.context, r, n.lexicalBase, t.$dynamicRef);
	return nn(e) ? pl(n, t) : ml(n, t, e);
}
function $l(n, t, r, e) {
	const o = fo(n, r) ?? false;
	return ur(o ? {
		...n,
		pendingResource: true
	} : n, t, o, e);
}
function gl(n, t, r, e) {
	const o = fo(n, r) ?? false;
	const i = o ? {
		...n,
		pendingResource: true
	} : n;
	return W(o) && J(i, t, o, e);
}
function El(n, t, r, e) {
	return Se(r.enum.map((o) => {
		if (Nt(o)) return mn(e, p(o));
		return Bu(e, rt(o));
	}));
}
function Rl(n, t, r, e) {
	return Te(r.enum, (o) => Nt(o) ? s(e, o) : Jt(e, o));
}
function Cl(n, t, r, e) {
	return _e(e, p(r.exclusiveMaximum));
}
function Pl(n, t, r, e) {
	return Nr(e, r.exclusiveMaximum);
}
function Al(n, t, r, e) {
	return Nu(e, p(r.exclusiveMinimum));
}
function Tl(n, t, r, e) {
	return Zt(e, r.exclusiveMinimum);
}
const bl = [
	0,
	31,
	28,
	31,
	30,
	31,
	30,
	31,
	31,
	30,
	31,
	30,
	31
];
const Ol = /^(\d\d\d\d)-(\d\d)-(\d\d)$/;
function Ml(n) {
	return n % 4 === 0 && (n % 100 !== 0 || n % 400 === 0);
}
function fi(n) {
	const t = Ol.exec(n);
	if (!t) return false;
	const r = +t[1];
	const e = +t[2];
	const o = +t[3];
	return e >= 1 && e <= 12 && o >= 1 && o <= (e === 2 && Ml(r) ? 29 : bl[e]);
}
const _l = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:([Zz])|([+-])(\d\d):(\d\d))?$/;
function di(n, t = true) {
	const r = _l.exec(n);
	if (!r) return false;
	if (t && !r[4] && !r[5]) return false;
	const e = +r[1];
	const o = +r[2];
	const i = +r[3];
	if (e > 23 || o > 59 || i > 60) return false;
	if (r[5]) {
		const I = +r[6];
		const m = +r[7];
		if (I > 23 || m > 59) return false;
	}
	if (i < 60) return true;
	const c = r[5] === "-" ? -1 : 1;
	const f = +(r[6] || 0);
	const a = +(r[7] || 0);
	return ((e * 60 + o - c * (f * 60 + a)) % 1440 + 1440) % 1440 === 1439;
}
const yl = /^(?:\[!?(?:(?!\.{1,2}[/\]])[A-Za-z._][A-Za-z._0-9+-]{0,13}(?:\/(?!\.{1,2}[/\]])[A-Za-z._][A-Za-z._0-9+-]{0,13})*|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])\](?:\[!?[a-z_][a-z_0-9-]*=[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*\])*|(?:\[!?[a-z_][a-z_0-9-]*=[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*\])*)$/;
function Sl(n) {
	const t = n.indexOf("[");
	const r = t === -1 ? n : n.slice(0, t);
	if (t !== -1 && !yl.test(n.slice(t))) return false;
	const e = r.split(/T/i);
	return e.length === 2 && fi(e[0]) && di(e[1]);
}
const Ll = /^P((\d+Y(\d+M(\d+D)?)?|\d+M(\d+D)?|\d+D)(T(\d+H(\d+M(\d+S)?)?|\d+M(\d+S)?|\d+S))?|T(\d+H(\d+M(\d+S)?)?|\d+M(\d+S)?|\d+S)|\d+W)$/;
function Fl(n) {
	return Ll.test(n);
}
const Nl = /^(?:[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*|"(?:[^"\\]|\\[\x20-\x7e])*")@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*|\[(?:IPv6:[a-f0-9:]+|(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\.(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])){3})\])$/i;
function xl(n) {
	return Nl.test(n);
}
const Bl = /^(?!-).*(?<!-)$/;
const Dl = /^(?!..--)/;
const Ul = /^[a-zA-Z0-9-]*$/;
const ao = /[^\p{ASCII}]/u;
const wl = /[0-9]/;
const Kl = /[\u{0660}-\u{0669}]/u;
const hl = /[\u{06f0}-\u{06f9}]/u;
const zl = /[\u{002e}\u{002c}\u{003a}\u{002f}]/u;
const jl = /[\u{002d}\u{002b}]/u;
const ai = /\p{Mn}/u;
const kl = /\p{Mc}/u;
const Gl = /[\p{Mn}\p{Mc}\p{Me}]/u;
const li = /\p{L}/u;
const Wl = /\p{Nd}/u;
const ql = /\p{Script=Greek}/u;
const Ii = /\p{Script=Hebrew}/u;
const Hl = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
const Vl = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Mandaic}]/u;
const mi = /[\u{094d}\u{09cd}\u{0a4d}\u{0acd}\u{0b4d}\u{0bcd}\u{0c4d}\u{0ccd}\u{0d3b}\u{0d3c}\u{0d4d}\u{0dca}\u{1b44}\u{1baa}\u{1bab}\u{a9c0}\u{11046}\u{1107f}\u{110b9}\u{11133}\u{11134}\u{111c0}\u{11235}\u{1134d}\u{11442}\u{114c2}\u{115bf}\u{1163f}\u{116b6}\u{11c3f}\u{11d44}\u{11d45}]/u;
const Zl = /[\u{0640}\u{07fa}\u{302e}\u{302f}\u{3031}\u{3032}\u{3033}\u{3034}\u{3035}\u{303b}]/u;
const Yl = /[\u{00b7}\u{0375}\u{05f3}\u{05f4}\u{200c}\u{200d}\u{30fb}]/u;
const Jl = /[\u{00df}\u{03c2}\u{06fd}\u{06fe}\u{0f0b}\u{3007}]/u;
const Xl = new RegExp([wl, hl].map((n) => n.source).join("|"), "u");
const Ql = new RegExp([
	li,
	jl,
	zl,
	Wl,
	ai,
	kl,
	Yl,
	Jl
].map((n) => n.source).join("|"), "u");
function vl(n) {
	return Bl.test(n) && Dl.test(n) && Ul.test(n);
}
const ot = 36;
const pi = 1;
const Wr = 26;
const n0 = 38;
const t0 = 700;
const $i = 72;
const gi = 128;
function lo() {
	throw null;
}
function Ei(n) {
	return n.toLowerCase().startsWith("xn--");
}
function Ri(n, t, r) {
	n = r ? Math.floor(n / t0) : n >> 1;
	n += Math.floor(n / t);
	let e = 0;
	while (n > 455) {
		n = Math.floor(n / 35);
		e += ot;
	}
	return e + Math.floor(36 * n / (n + n0));
}
function Ci(n) {
	const t = [];
	let r = gi;
	let e = 0;
	let o = $i;
	const i = n.lastIndexOf("-");
	if (i > 0) for (let f = 0; f < i; f++) {
		const a = n.charCodeAt(f);
		if (a >= 128) lo();
		t.push(a);
	}
	let c = i < 0 ? 0 : i + 1;
	while (c < n.length) {
		const f = e;
		let a = 1;
		let I = ot;
		while (true) {
			if (c >= n.length) lo();
			const b = n.charCodeAt(c++);
			let j;
			if (b >= 97 && b <= 122) j = b - 97;
			else if (b >= 48 && b <= 57) j = b - 48 + 26;
			else lo();
			e += j * a;
			const Sn = I <= o ? pi : I >= o + Wr ? Wr : I - o;
			if (j < Sn) break;
			a *= ot - Sn;
			I += ot;
		}
		const m = t.length + 1;
		o = Ri(e - f, m, f === 0);
		r += Math.floor(e / m);
		e %= m;
		t.splice(e, 0, r);
		e++;
	}
	return String.fromCodePoint(...t);
}
function Pi(n) {
	return n < 26 ? String.fromCharCode(n + 97) : String.fromCharCode(n - 26 + 48);
}
const r0 = new RegExp(ao.source, "gu");
function e0(n) {
	const t = n.replace(r0, "");
	const r = t.length;
	const e = r > 0 ? [t, "-"] : [];
	const o = Array.from(n, (I) => I.codePointAt(0));
	let i = gi;
	let c = 0;
	let f = $i;
	let a = r;
	while (a < o.length) {
		let I = Infinity;
		for (const m of o) if (m >= i && m < I) I = m;
		c += (I - i) * (a + 1);
		i = I;
		for (const m of o) {
			if (m < i) c++;
			if (m === i) {
				let b = c;
				for (let j = ot;; j += ot) {
					const Sn = j <= f ? pi : j >= f + Wr ? Wr : j - f;
					if (b < Sn) break;
					const Ee = Sn + (b - Sn) % (ot - Sn);
					e.push(Pi(Ee));
					b = Math.floor((b - Sn) / (ot - Sn));
				}
				e.push(Pi(b));
				f = Ri(c, a + 1, a === r);
				c = 0;
				a++;
			}
		}
		c++;
		i++;
	}
	return e.join("");
}
const o0 = /^(?:R|AL|AN|EN|ES|CS|ET|ON|BN|NSM)$/;
const Ai = /^(?:L|EN|ES|CS|ET|ON|BN|NSM)$/;
const u0 = /^(?:R|AL|AN)$/;
function i0(n) {
	if (Ei(n)) try {
		return Io(Ci(n.slice(4).toLowerCase()));
	} catch {
		return false;
	}
	return Io(n);
}
function Ti(n) {
	const t = String.fromCodePoint(n);
	return Xl.test(t) ? "EN" : Kl.test(t) ? "AN" : ai.test(t) ? "NSM" : Ii.test(t) ? "R" : Vl.test(t) ? "AL" : li.test(t) ? "L" : "ON";
}
function Io(n) {
	for (const t of n) if (u0.test(Ti(t.codePointAt(0)))) return true;
	return false;
}
function bi(n) {
	let t = false;
	let r = Ai;
	let e = false;
	let o = false;
	let i = true;
	for (const c of n) {
		const f = Ti(c.codePointAt(0));
		if (i) {
			if (f !== "L" && f !== "R" && f !== "AL") return false;
			t = f === "R" || f === "AL";
			r = t ? o0 : Ai;
			i = false;
		}
		if (!r.test(f)) return false;
		if (f === "EN") e = true;
		else if (f === "AN") o = true;
	}
	if (t && e && o) return false;
	return true;
}
function c0(n) {
	return ao.test(n) && e0(n).length + 4 > 63;
}
function s0(n) {
	if (n[0] === "-" || n[n.length - 1] === "-") return true;
	return n.slice(2).join("").startsWith("--");
}
function Oi(n) {
	if (c0(n)) return false;
	if (Io(n) && !bi(n)) return false;
	const t = [...n];
	const r = t.map((i) => i.codePointAt(0));
	const e = r.length;
	if (s0(t)) return false;
	if (Gl.test(t[0])) return false;
	let o = false;
	for (let i = 0; i < e; i++) {
		const c = r[i];
		const f = t[i];
		if (Zl.test(f)) return false;
		if (!Ql.test(f)) return false;
		if (Hl.test(f)) o = true;
		const a = r[i - 1], I = r[i + 1];
		switch (c) {
			case 183:
				if (a !== 108 || I !== 108) return false;
				break;
			case 885:
				if (!I || !ql.test(t[i + 1])) return false;
				break;
			case 1523:
			case 1524:
				if (!a || !Ii.test(t[i - 1])) return false;
				break;
			case 8204:
				if (!a || a < 128 && !mi.test(t[i - 1])) return false;
				break;
			case 8205: if (!a || !mi.test(t[i - 1])) return false;
		}
	}
	if (n.includes("・") && !o) return false;
	return true;
}
function Mi(n) {
	if (!Ei(n)) return false;
	try {
		const t = n.slice(4).toLowerCase();
		if (t.lastIndexOf("-") === 0) return false;
		const r = Ci(t);
		if (!ao.test(r)) return false;
		return Oi(r);
	} catch {
		return false;
	}
}
function f0(n) {
	return n.length > 0 && n.length <= 63;
}
function d0(n) {
	return f0(n) && (Mi(n) || vl(n));
}
function a0(n) {
	if (n.length === 0 || n.length > 253) return false;
	if (n.charCodeAt(n.length - 1) === 46) return false;
	return n.split(".").every((t) => d0(t));
}
function l0(n) {
	return n.length > 0 && n.length <= 63;
}
function I0(n) {
	return l0(n) && (Mi(n) || Oi(n));
}
function m0(n) {
	return n.replace(/[\uff01-\uff5e]/g, (t) => String.fromCharCode(t.charCodeAt(0) - 65248)).normalize("NFC").replace(/[\u00ad\u034f\u180b-\u180d\u200b\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu, "").replace(/[\u002E\u3002\uFF0E\uFF61]/g, ".");
}
function p0(n) {
	if (n.length === 0 || n.includes(" ")) return false;
	const t = m0(n);
	if (t.length > 253) return false;
	const r = t.split(".");
	const e = r.some((o) => i0(o));
	return r.every((o) => I0(o) && (!e || bi(o)));
}
function $0(n) {
	return a0(n);
}
const g0 = /^(?:[A-Za-z0-9!#$%&'*+\/=?^_`{|}~\u{0080}-\u{10FFFF}-]+(?:\.[A-Za-z0-9!#$%&'*+\/=?^_`{|}~\u{0080}-\u{10FFFF}-]+)*|"(?:[^"\\]|\\.)*")@[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})(?<!-)(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})(?<!-))*$/iu;
function E0(n) {
	return g0.test(n.normalize("NFC"));
}
function R0(n) {
	return p0(n);
}
const C0 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;
function P0(n) {
	return C0.test(n);
}
const A0 = /^(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:)?[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)$/i;
function T0(n) {
	return A0.test(n);
}
const b0 = /[\x00-\x20\x7F\\]|%(?![0-9a-fA-F]{2})/;
const O0 = /^[a-zA-Z][a-zA-Z0-9+\-.]*\/\//;
function M0(n) {
	return !b0.test(n) && !O0.test(n) && URL.canParse(n, "http://example.com");
}
const _0 = /[\x00-\x20<>\^`{|}\\]/;
const y0 = /%(?![0-9a-fA-F]{2})/;
function S0(n) {
	if (_0.test(n)) return false;
	if (y0.test(n)) return false;
	return URL.canParse(n);
}
const L0 = /^#(?:\/(?:[a-z0-9_\-.!$&'()*+,;:=@]|%[0-9a-f]{2}|~0|~1)*)*$/i;
function F0(n) {
	return L0.test(n);
}
const N0 = /^(?:\/(?:[^~/]|~0|~1)*)*$/;
function x0(n) {
	return N0.test(n);
}
function B0(n) {
	try {
		new RegExp(n, "u");
		return true;
	} catch {
		return false;
	}
}
const D0 = /^(?:0|[1-9][0-9]*)(?:#|(?:\/(?:[^~/]|~0|~1)*)*)$/;
function U0(n) {
	return D0.test(n);
}
const w0 = /^(?:[a-z][a-z0-9+\-.]*:(?:\/\/(?:(?:[-a-z0-9._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:[\da-f]{1,4}:){6}(?:[\da-f]{1,4}:[\da-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d))|::(?:[\da-f]{1,4}:){5}(?:[\da-f]{1,4}:[\da-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d))|(?:[\da-f]{1,4})?::(?:[\da-f]{1,4}:){4}(?:[\da-f]{1,4}:[\da-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d))|(?:(?:[\da-f]{1,4}:){0,1}[\da-f]{1,4})?::(?:[\da-f]{1,4}:){3}(?:[\da-f]{1,4}:[\da-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d))|(?:(?:[\da-f]{1,4}:){0,2}[\da-f]{1,4})?::(?:[\da-f]{1,4}:){2}(?:[\da-f]{1,4}:[\da-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d))|(?:(?:[\da-f]{1,4}:){0,3}[\da-f]{1,4})?::[\da-f]{1,4}:(?:[\da-f]{1,4}:[\da-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d))|(?:(?:[\da-f]{1,4}:){0,4}[\da-f]{1,4})?::(?:[\da-f]{1,4}:[\da-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d))|(?:(?:[\da-f]{1,4}:){0,5}[\da-f]{1,4})?::[\da-f]{1,4}|(?:(?:[\da-f]{1,4}:){0,6}[\da-f]{1,4})?::)|v[0-9a-f]+\.[-a-z0-9._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)|(?:[-a-z0-9._~!$&'()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[-a-z0-9._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[-a-z0-9._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[-a-z0-9._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[-a-z0-9._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[-a-z0-9._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:\/\/(?:(?:[-a-z0-9._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:[\da-f]{1,4}:){6}(?:[\da-f]{1,4}:[\da-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d))|::(?:[\da-f]{1,4}:){5}(?:[\da-f]{1,4}:[\da-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d))|(?:[\da-f]{1,4})?::(?:[\da-f]{1,4}:){4}(?:[\da-f]{1,4}:[\da-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d))|(?:(?:[\da-f]{1,4}:){0,1}[\da-f]{1,4})?::(?:[\da-f]{1,4}:){3}(?:[\da-f]{1,4}:[\da-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d))|(?:(?:[\da-f]{1,4}:){0,2}[\da-f]{1,4})?::(?:[\da-f]{1,4}:){2}(?:[\da-f]{1,4}:[\da-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d))|(?:(?:[\da-f]{1,4}:){0,3}[\da-f]{1,4})?::[\da-f]{1,4}:(?:[\da-f]{1,4}:[\da-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d))|(?:(?:[\da-f]{1,4}:){0,4}[\da-f]{1,4})?::(?:[\da-f]{1,4}:[\da-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d))|(?:(?:[\da-f]{1,4}:){0,5}[\da-f]{1,4})?::[\da-f]{1,4}|(?:(?:[\da-f]{1,4}:){0,6}[\da-f]{1,4})?::)|v[0-9a-f]+\.[-a-z0-9._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)|(?:[-a-z0-9._~!$&'()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[-a-z0-9._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[-a-z0-9._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[-a-z0-9._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[-a-z0-9._~!$&'()*+,;=@]|%[0-9a-f]{2})+(?:\/(?:[-a-z0-9._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)?)(?:\?(?:[-a-z0-9._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[-a-z0-9._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i;
function K0(n) {
	return w0.test(n);
}
const h0 = /^(?:(?:[^\x00-\x20"<>%\\^`{|}\x7f]|%[0-9a-f]{2})|\{[+#./;?&=,!@|]?(?:[a-z0-9_]|%[0-9a-f]{2})+(?:\.(?:[a-z0-9_]|%[0-9a-f]{2})+)*(?::[1-9]\d{0,3}|\*)?(?:,(?:[a-z0-9_]|%[0-9a-f]{2})+(?:\.(?:[a-z0-9_]|%[0-9a-f]{2})+)*(?::[1-9]\d{0,3}|\*)?)*\})*$/i;
function z0(n) {
	return h0.test(n);
}
const j0 = /^[a-z][a-z0-9+\-.]*:(?:\/\/(?:(?:[-a-z0-9._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:[\da-f]{1,4}:){6}(?:[\da-f]{1,4}:[\da-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d))|::(?:[\da-f]{1,4}:){5}(?:[\da-f]{1,4}:[\da-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d))|(?:[\da-f]{1,4})?::(?:[\da-f]{1,4}:){4}(?:[\da-f]{1,4}:[\da-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d))|(?:(?:[\da-f]{1,4}:){0,1}[\da-f]{1,4})?::(?:[\da-f]{1,4}:){3}(?:[\da-f]{1,4}:[\da-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d))|(?:(?:[\da-f]{1,4}:){0,2}[\da-f]{1,4})?::(?:[\da-f]{1,4}:){2}(?:[\da-f]{1,4}:[\da-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d))|(?:(?:[\da-f]{1,4}:){0,3}[\da-f]{1,4})?::[\da-f]{1,4}:(?:[\da-f]{1,4}:[\da-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d))|(?:(?:[\da-f]{1,4}:){0,4}[\da-f]{1,4})?::(?:[\da-f]{1,4}:[\da-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d))|(?:(?:[\da-f]{1,4}:){0,5}[\da-f]{1,4})?::[\da-f]{1,4}|(?:(?:[\da-f]{1,4}:){0,6}[\da-f]{1,4})?::)|v[0-9a-f]+\.[-a-z0-9._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)|(?:[-a-z0-9._~!$&'()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[-a-z0-9._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[-a-z0-9._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[-a-z0-9._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[-a-z0-9._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[-a-z0-9._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)?(?:\?(?:[-a-z0-9._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[-a-z0-9._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i;
function k0(n) {
	return j0.test(n);
}
function G0(n) {
	return URL.canParse(n);
}
const W0 = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
function q0(n) {
	return W0.test(n);
}
const K = /* @__PURE__ */ new Map();
function H0() {
	K.clear();
}
function V0(n, t) {
	K.set(n, t);
}
function _i(n) {
	return K.has(n);
}
function Z0(n) {
	return K.get(n);
}
function Y0(n, t) {
	return K.get(n)?.(t) ?? true;
}
function J0() {
	H0();
	K.set("date-time", Sl);
	K.set("date", fi);
	K.set("duration", Fl);
	K.set("email", xl);
	K.set("hostname", $0);
	K.set("idn-email", E0);
	K.set("idn-hostname", R0);
	K.set("ipv4", P0);
	K.set("ipv6", T0);
	K.set("iri-reference", M0);
	K.set("iri", S0);
	K.set("json-pointer-uri-fragment", F0);
	K.set("json-pointer", x0);
	K.set("regex", B0);
	K.set("relative-json-pointer", U0);
	K.set("time", di);
	K.set("uri-reference", K0);
	K.set("uri-template", z0);
	K.set("uri", k0);
	K.set("url", G0);
	K.set("uuid", q0);
}
J0();
function X0(n, t, r, e) {
	return _i(r.format) ? x(rt(Z0(r.format)), [e]) : p(true);
}
function Q0(n, t, r, e) {
	return Y0(r.format, e);
}
function v0(n, t, r, e) {
	const o = Yu(r) ? r.then : true;
	const i = ju(r) ? r.else : true;
	return Ud(H(n, t, r.if, e), H(n, t, o, e), H(n, t, i, e));
}
function nI(n, t, r, e) {
	const o = Yu(r) ? r.then : true;
	const i = ju(r) ? r.else : true;
	return J(n, t, r.if, e) ? J(n, t, o, e) : J(n, t, i, e);
}
function tI(n, t, r, e) {
	return on(r.items.map((o, i) => {
		return D(pt(C(e, "length"), p(i)), tn(wn(n, t, o, `${e}[${i}]`), t.AddIndex(p(i))));
	}));
}
function rI(n, t, r, e) {
	return on(r.items.map((o, i) => {
		return D(pt(C(e, "length"), p(i)), wn(n, t, o, `${e}[${i}]`));
	}));
}
function eI(n, t, r, e) {
	return t.UseUnevaluated() ? tI(n, t, r, e) : rI(n, t, r, e);
}
function oI(n, t, r, e) {
	return V(r.items, 0, (o, i) => {
		return mt(e.length, i) || Et(n, t, o, e[i]) && t.AddIndex(i);
	});
}
function uI(n, t, r, e) {
	const o = Ut(r) ? r.prefixItems.length : 0;
	const [i] = [k()];
	const c = wn(n, t, r.items, i);
	const f = t.AddIndex("index");
	return Un(e, p(o), [i, "index"], tn(c, f));
}
function iI(n, t, r, e) {
	const o = Ut(r) ? r.prefixItems.length : 0;
	const [i] = [k()];
	const c = wn(n, t, r.items, i);
	return Un(e, p(o), [i, "index"], c);
}
function cI(n, t, r, e) {
	return t.UseUnevaluated() ? uI(n, t, r, e) : iI(n, t, r, e);
}
function sI(n, t, r, e) {
	return V(e, Ut(r) ? r.prefixItems.length : 0, (i, c) => {
		return Et(n, t, r.items, i) && t.AddIndex(c);
	});
}
function fI(n, t, r, e) {
	return Wu(r) ? eI(n, t, r, e) : cI(n, t, r, e);
}
function dI(n, t, r, e) {
	return Wu(r) ? oI(n, t, r, e) : sI(n, t, r, e);
}
function yi(n) {
	return Qt(n);
}
function aI(n, t, r, e) {
	if (!yi(r)) return p(true);
	const [o] = [k()];
	return pt(Br(e, [o, "_"], H(n, t, r.contains, o)), p(r.maxContains));
}
function lI(n, t, r, e) {
	if (!yi(r)) return true;
	return mt(be(e, (i) => J(n, t, r.contains, i)), r.maxContains);
}
function II(n, t, r, e) {
	return pt(e, p(r.maximum));
}
function mI(n, t, r, e) {
	return mt(e, r.maximum);
}
function pI(n, t, r, e) {
	return pt(C(e, "length"), p(r.maxItems));
}
function $I(n, t, r, e) {
	return mt(e.length, r.maxItems);
}
function gI(n, t, r, e) {
	return Nd(e, p(r.maxLength));
}
function EI(n, t, r, e) {
	return Tu(e, r.maxLength);
}
function RI(n, t, r, e) {
	return pt(C($t(e), "length"), p(r.maxProperties));
}
function CI(n, t, r, e) {
	return mt(E(e).length, r.maxProperties);
}
function Si(n) {
	return Qt(n);
}
function PI(n, t, r, e) {
	const [o, i] = [k(), k()];
	return Xt(Br(e, [o, i], tn(H(n, t, r.contains, o), t.AddIndex(i))), p(r.minContains));
}
function AI(n, t, r, e) {
	const [o] = [k()];
	return Xt(Br(e, [o, "_"], H(n, t, r.contains, o)), p(r.minContains));
}
function TI(n, t, r, e) {
	if (!Si(r)) return p(true);
	return t.UseUnevaluated() ? PI(n, t, r, e) : AI(n, t, r, e);
}
function bI(n, t, r, e) {
	if (!Si(r)) return true;
	return Yt(be(e, (i, c) => J(n, t, r.contains, i) && t.AddIndex(c)), r.minContains);
}
function OI(n, t, r, e) {
	return Xt(e, p(r.minimum));
}
function MI(n, t, r, e) {
	return Yt(e, r.minimum);
}
function _I(n, t, r, e) {
	return Xt(C(e, "length"), p(r.minItems));
}
function yI(n, t, r, e) {
	return Yt(e.length, r.minItems);
}
function SI(n, t, r, e) {
	return Fd(e, p(r.minLength));
}
function LI(n, t, r, e) {
	return bu(e, r.minLength);
}
function FI(n, t, r, e) {
	return Xt(C($t(e), "length"), p(r.minProperties));
}
function NI(n, t, r, e) {
	return Yt(E(e).length, r.minProperties);
}
function xI(n, t, r, e) {
	return wd(e, p(r.multipleOf));
}
function BI(n, t, r, e) {
	return Au(e, r.multipleOf);
}
function DI(n, t, r, e) {
	return jr(n, t, [r.not], e, un(mn(C("results", "length"), p(1))));
}
function UI(n, t, r, e) {
	return un(H(n, t, r.not, e));
}
function wI(n, t, r, e) {
	return t.UseUnevaluated() ? DI(n, t, r, e) : UI(n, t, r, e);
}
function KI(n, t, r, e) {
	const o = new Kt();
	return !J(n, o, r.not, e) && t.Merge([o]);
}
function hI(n, t, r, e) {
	return jr(n, t, r.oneOf, e, mn(C("results", "length"), p(1)));
}
function zI(n, t, r, e) {
	const [o] = [k()];
	return mn(Br(Dd(r.oneOf.map((f) => H(n, t, f, e))), [o, "_"], mn(o, p(true))), p(1));
}
function jI(n, t, r, e) {
	return t.UseUnevaluated() ? hI(n, t, r, e) : zI(n, t, r, e);
}
function kI(n, t, r, e) {
	const o = r.oneOf.reduce((i, c) => {
		const f = new Kt();
		return J(n, f, c, e) ? [...i, f] : i;
	}, []);
	return s(o.length, 1) && t.Merge(o);
}
function GI(n, t, r, e) {
	return x(C(rt(L(r.pattern) ? ht(r.pattern) : r.pattern), "test"), [e]);
}
function WI(n, t, r, e) {
	return (L(r.pattern) ? ht(r.pattern) : r.pattern).test(e);
}
function qI(n, t, r, e) {
	return on(En(r.patternProperties).map(([o, i]) => {
		const [c, f] = [k(), k()];
		const I = un(x(C(rt(ht(o)), "test"), [c]));
		const m = wn(n, t, i, f);
		const b = t.AddKey(c);
		const j = t.UseUnevaluated() ? D(I, tn(m, b)) : D(I, m);
		return Un(xu(e), p(0), [`[${c}, ${f}]`, "_"], j);
	}));
}
function HI(n, t, r, e) {
	return V(En(r.patternProperties), 0, ([o, i]) => {
		const c = ht(o);
		return V(En(e), 0, ([f, a]) => {
			return !c.test(f) || Et(n, t, i, a) && t.AddKey(f);
		});
	});
}
function VI(n, t, r, e) {
	return on(r.prefixItems.map((o, i) => {
		const c = pt(C(e, "length"), p(i));
		const f = wn(n, t, o, `${e}[${i}]`);
		const a = t.AddIndex(p(i));
		return D(c, t.UseUnevaluated() ? tn(f, a) : f);
	}));
}
function ZI(n, t, r, e) {
	return s(e.length, 0) || V(r.prefixItems, 0, (o, i) => {
		return mt(e.length, i) || Et(n, t, o, e[i]) && t.AddIndex(i);
	});
}
function Li(n, t) {
	return n.includes(t) || Bt().exactOptionalPropertyTypes;
}
function YI(n, t) {
	return Me(C(n, t));
}
function JI(n, t) {
	return nn(n[t]);
}
function XI(n, t, r, e) {
	const o = wt(r) ? r.required : [];
	return on(En(r.properties).map(([c, f]) => {
		const a = un(gt(e, p(c)));
		const I = wn(n, t, f, C(e, c));
		const m = t.AddKey(p(c));
		const b = t.UseUnevaluated() ? tn(I, m) : I;
		const j = o.includes(c) ? b : D(a, b);
		return Li(o, c) ? j : D(YI(e, c), j);
	}));
}
function QI(n, t, r, e) {
	const o = wt(r) ? r.required : [];
	return V(En(r.properties), 0, ([i, c]) => {
		const f = !l(e, i) || Et(n, t, c, e[i]) && t.AddKey(i);
		return Li(o, i) ? f : JI(e, i) || f;
	});
}
function vI(n, t, r, e) {
	const [o, i] = [k(), k()];
	return Un($t(e), p(0), [o, i], H(n, t, r.propertyNames, o));
}
function n1(n, t, r, e) {
	return V(E(e), 0, (o, i) => J(n, t, r.propertyNames, o));
}
function t1(n, t, r, e) {
	const o = so(n, r) ?? false;
	return ur(o ? {
		...n,
		pendingResource: true
	} : n, t, o, e);
}
function r1(n, t, r, e) {
	const o = so(n, r) ?? false;
	const i = o ? {
		...n,
		pendingResource: true
	} : n;
	return W(o) && J(i, t, o, e);
}
function e1(n, t, r, e) {
	const o = tt(["context", "value"], ur(n, t, r, "value"));
	return x(tt(["context", "value"], Dr([
		jn("nextContext", ye("CheckContext", [])),
		jn("result", x(o, ["nextContext", "value"])),
		Du("result", t.Merge("[nextContext]")),
		Ur("result")
	])), ["context", e]);
}
function o1(n, t, r, e) {
	return ur(n, t, r, e);
}
function u1(n, t, r, e) {
	const o = co(n, r);
	const i = o.schema ?? false;
	return t.UseUnevaluated() ? e1(o.stack, t, i, e) : o1(o.stack, t, i, e);
}
function i1(n, t, r, e) {
	const o = co(n, r);
	const i = o.schema ?? false;
	const c = new Kt();
	const f = W(i) && J(o.stack, c, i, e);
	if (f) t.Merge([c]);
	return f;
}
function c1(n, t, r, e) {
	return on(r.required.map((o) => gt(e, p(o))));
}
function s1(n, t, r, e) {
	return V(r.required, 0, (o) => l(e, o));
}
function Fi(n, t, r, e) {
	return s(r, "object") ? Su(e) : s(r, "array") ? xr(e) : s(r, "boolean") ? Od(e) : s(r, "integer") ? Md(e) : s(r, "number") ? yu(e) : s(r, "null") ? _d(e) : s(r, "string") ? Fu(e) : s(r, "bigint") ? _u(e) : s(r, "constructor") ? Ld(e) : s(r, "function") ? Sd(e) : s(r, "symbol") ? yd(e) : s(r, "undefined") ? Me(e) : s(r, "void") ? Me(e) : p(true);
}
function Ni(n, t, r, e, o) {
	return s(r, "object") ? Vt(o) : s(r, "array") ? R(o) : s(r, "boolean") ? Dn(o) : s(r, "integer") ? Pe(o) : s(r, "number") ? w(o) : s(r, "null") ? It(o) : s(r, "string") ? L(o) : s(r, "bigint") ? ln(o) : s(r, "constructor") ? Ce(o) : s(r, "function") ? nt(o) : s(r, "symbol") ? Ae(o) : s(r, "undefined") ? nn(o) : s(r, "void") ? nn(o) : true;
}
function f1(n, t, r, e) {
	return Se(r.map((o) => Fi(n, t, o, e)));
}
function d1(n, t, r, e, o) {
	return Te(r, (i) => Ni(n, t, i, e, o));
}
function a1(n, t, r, e) {
	return R(r.type) ? f1(n, t, r.type, e) : Fi(n, t, r.type, e);
}
function l1(n, t, r, e) {
	return R(r.type) ? d1(n, t, r.type, r, e) : Ni(n, t, r.type, r, e);
}
function I1(n, t, r, e) {
	const [o, i] = [k(), k()];
	const c = x(C("context", "GetIndices"), []);
	const f = x(C("indices", "has"), [o]);
	const a = H(n, t, r.unevaluatedItems, i);
	const I = x(C("context", "AddIndex"), [o]);
	const m = Un(e, p(0), [i, o], tn(D(f, a), I));
	return x(tt(["context"], Dr([jn("indices", c), Ur(m)])), ["context"]);
}
function m1(n, t, r, e) {
	const o = t.GetIndices();
	return V(e, 0, (i, c) => {
		return (o.has(c) || J(n, t, r.unevaluatedItems, i)) && t.AddIndex(c);
	});
}
function p1(n, t, r, e) {
	const [o, i] = [k(), k()];
	const c = x(C("context", "GetKeys"), []);
	const f = x(C("keys", "has"), [o]);
	const a = x(C("context", "AddKey"), [o]);
	const I = H(n, t, r.unevaluatedProperties, i);
	const m = Un(xu(e), p(0), [`[${o}, ${i}]`, "_"], D(f, tn(I, a)));
	return x(tt(["context"], Dr([jn("keys", c), Ur(m)])), ["context"]);
}
function $1(n, t, r, e) {
	const o = t.GetKeys();
	return V(En(e), 0, ([i, c]) => {
		return o.has(i) || J(n, t, r.unevaluatedProperties, c) && t.AddKey(i);
	});
}
function bn() {
	throw new Error("Unreachable");
}
var g1 = /* @__PURE__ */ Lr({
	Hash: () => po,
	HashCode: () => N1
});
function E1(n) {
	const t = /* @__PURE__ */ new Set();
	let r = n;
	while (r && r !== Object.prototype) {
		for (const e of Reflect.ownKeys(r)) if (e !== "constructor" && typeof e !== "symbol") t.add(e);
		r = Object.getPrototypeOf(r);
	}
	return [...t];
}
function R1(n) {
	return typeof n === "number";
}
const $n = {
	Array: 0,
	BigInt: 1,
	Boolean: 2,
	Date: 3,
	Constructor: 4,
	Function: 5,
	Null: 6,
	Number: 7,
	Object: 8,
	RegExp: 9,
	String: 10,
	Symbol: 11,
	TypeArray: 12,
	Undefined: 13
};
let qr = 8997;
let er = 33826;
let Hr = 40164;
let Vr = 52210;
const xi = /* @__PURE__ */ new Float64Array(1);
const Bi = new DataView(xi.buffer);
const Di = new Uint8Array(xi.buffer);
function Y(n) {
	const t = qr ^ n;
	const r = t * 435;
	const e = er * 435 + (r >>> 16);
	const o = Hr * 435 + (e >>> 16) + (t << 8);
	const i = Vr * 435 + (o >>> 16) + (er << 8);
	qr = r & 65535;
	er = e & 65535;
	Hr = o & 65535;
	Vr = i & 65535;
}
function C1(n) {
	Y($n.Array);
	for (const t of n) ut(t);
}
function P1(n) {
	Y($n.BigInt);
	Bi.setBigInt64(0, n);
	for (const t of Di) Y(t);
}
function Ui(n) {
	Y($n.Boolean);
	Y(n ? 1 : 0);
}
function A1(n) {
	Y($n.Constructor);
	ut(n.toString());
}
function T1(n) {
	Y($n.Date);
	ut(n.getTime());
}
function b1(n) {
	Y($n.Function);
	ut(n.toString());
}
function O1(n) {
	Y($n.Null);
}
function wi(n) {
	Y($n.Number);
	Bi.setFloat64(0, n, true);
	for (const t of Di) Y(t);
}
function M1(n) {
	Y($n.Object);
	for (const t of E1(n).sort()) {
		ut(t);
		ut(n[t]);
	}
}
function _1(n) {
	Y($n.RegExp);
	mo(n.toString());
}
const y1 = new TextEncoder();
function mo(n) {
	Y($n.String);
	for (let t = 0; t < n.length; t++) {
		const r = n.charCodeAt(t);
		if (r > 127) {
			for (const e of y1.encode(n.slice(t))) Y(e);
			return;
		}
		Y(r);
	}
}
function S1(n) {
	Y($n.Symbol);
	ut(n.toString());
}
function L1(n) {
	Y($n.TypeArray);
	const t = new Uint8Array(n.buffer);
	for (let r = 0; r < t.length; r++) Y(t[r]);
}
function F1(n) {
	return Y($n.Undefined);
}
function ut(n) {
	return jd(n) ? L1(n) : Gd(n) ? T1(n) : kd(n) ? _1(n) : Kd(n) ? Ui(n.valueOf()) : zd(n) ? mo(n.valueOf()) : hd(n) ? wi(n.valueOf()) : R1(n) ? wi(n) : R(n) ? C1(n) : Dn(n) ? Ui(n) : ln(n) ? P1(n) : Ce(n) ? A1(n) : It(n) ? O1(n) : S(n) ? M1(n) : L(n) ? mo(n) : Ae(n) ? S1(n) : nn(n) ? F1(n) : nt(n) ? b1(n) : bn();
}
function Zr(n) {
	return n.toString(16).padStart(4, "0");
}
function N1(n) {
	return BigInt(`0x${po(n)}`);
}
function po(n) {
	qr = 8997, er = 33826, Hr = 40164, Vr = 52210;
	ut(n);
	return `${Zr(Vr)}${Zr(Hr)}${Zr(er)}${Zr(qr)}`;
}
function Ki(n) {
	return !s(n.uniqueItems, false);
}
function x1(n, t, r, e) {
	if (!Ki(r)) return p(true);
	return mn(C(ye("Set", [x(C(e, "map"), [C("Hashing", "Hash")])]), "size"), C(e, "length"));
}
function B1(n, t, r, e) {
	if (!Ki(r)) return true;
	const o = new Set(e.map(po)).size;
	const i = e.length;
	return s(o, i);
}
function or(n, t) {
	return Xe(n) && (R(n.type) && Zt(n.type.length, 0) && V(n.type, 0, (r) => s(r, t)) || s(n.type, t));
}
function D1(n) {
	return or(n, "object");
}
function U1(n) {
	return cn(n) && (Fe(n) || Ne(n) || xe(n) || Be(n) || tr(n) || nr(n) || Ye(n) || He(n) || ke(n) || wt(n) || no(n));
}
function w1(n) {
	return or(n, "array");
}
function K1(n) {
	return cn(n) && (Le(n) || vt(n) || Qt(n) || he(n) || ze(n) || Kr(n) || We(n) || Ut(n) || ve(n) || Qe(n));
}
function h1(n) {
	return or(n, "string");
}
function z1(n) {
	return cn(n) && (qe(n) || je(n) || we(n) || Ze(n));
}
function j1(n) {
	return or(n, "number") || or(n, "bigint");
}
function k1(n) {
	return cn(n) && (Ge(n) || Ke(n) || De(n) || Ue(n) || Ve(n));
}
function wn(n, t, r, e) {
	return t.UseUnevaluated() ? tn(tn(t.Push(), H(n, t, r, e)), t.Pop()) : H(n, t, r, e);
}
function H(n, t, r, e) {
	const o = zr(n, r);
	const i = [];
	if (wr(r)) return La(o, t, r, e);
	if (Xe(r)) i.push(a1(o, t, r, e));
	if (U1(r)) {
		const c = [];
		if (wt(r)) c.push(c1(o, t, r, e));
		if (Fe(r)) c.push(Ca(o, t, r, e));
		if (Ne(r)) c.push(Ka(o, t, r, e));
		if (xe(r)) c.push(za(o, t, r, e));
		if (Be(r)) c.push(ka(o, t, r, e));
		if (nr(r)) c.push(qI(o, t, r, e));
		if (tr(r)) c.push(XI(o, t, r, e));
		if (Ye(r)) c.push(vI(o, t, r, e));
		if (He(r)) c.push(FI(o, t, r, e));
		if (ke(r)) c.push(RI(o, t, r, e));
		const f = on(c);
		const a = D(un(Su(e)), f);
		i.push(D1(r) ? f : a);
	}
	if (K1(r)) {
		const c = [];
		if (Le(r)) c.push(la(o, t, r, e));
		if (Qt(r)) c.push(Ua(o, t, r, e));
		if (vt(r)) c.push(fI(o, t, r, e));
		if (Kr(r)) c.push(TI(o, t, r, e));
		if (he(r)) c.push(aI(o, t, r, e));
		if (We(r)) c.push(_I(o, t, r, e));
		if (ze(r)) c.push(pI(o, t, r, e));
		if (Ut(r)) c.push(VI(o, t, r, e));
		if (Qe(r)) c.push(x1(o, t, r, e));
		const f = on(c);
		const a = D(un(xr(e)), f);
		i.push(w1(r) ? f : a);
	}
	if (z1(r)) {
		const c = [];
		if (qe(r)) c.push(SI(o, t, r, e));
		if (je(r)) c.push(gI(o, t, r, e));
		if (we(r)) c.push(X0(o, t, r, e));
		if (Ze(r)) c.push(GI(o, t, r, e));
		const f = on(c);
		const a = D(un(Fu(e)), f);
		i.push(h1(r) ? f : a);
	}
	if (k1(r)) {
		const c = [];
		if (Ue(r)) c.push(Al(o, t, r, e));
		if (De(r)) c.push(Cl(o, t, r, e));
		if (Ge(r)) c.push(OI(o, t, r, e));
		if (Ke(r)) c.push(II(o, t, r, e));
		if (Ve(r)) c.push(xI(o, t, r, e));
		const f = on(c);
		const a = D(un(D(yu(e), _u(e))), f);
		i.push(j1(r) ? f : a);
	}
	if (Zu(r)) i.push(u1(o, t, r, e));
	if (Vu(r)) i.push(t1(o, t, r, e));
	if (zu(r)) i.push($l(o, t, r, e));
	if (hu(r)) i.push(Na(o, t, r, e));
	if (ku(r)) i.push(El(o, t, r, e));
	if (Gu(r)) i.push(v0(o, t, r, e));
	if (qu(r)) i.push(wI(o, t, r, e));
	if (wu(r)) i.push(ba(o, t, r, e));
	if (Ku(r)) i.push(ya(o, t, r, e));
	if (Hu(r)) i.push(jI(o, t, r, e));
	if (ve(r)) i.push(D(un(xr(e)), I1(o, t, r, e)));
	if (no(r)) i.push(D(un(Lu(e)), p1(o, t, r, e)));
	if (Uu(r)) i.push(Qd(o, t, r, e));
	return on(i);
}
function Et(n, t, r, e) {
	return t.Push() && J(n, t, r, e) && t.Pop();
}
function J(n, t, r, e) {
	const o = zr(n, r);
	return wr(r) ? Fa(o, t, r, e) : (!Xe(r) || l1(o, t, r, e)) && (!(S(e) && !R(e)) || (!wt(r) || s1(o, t, r, e)) && (!Fe(r) || Pa(o, t, r, e)) && (!Ne(r) || ha(o, t, r, e)) && (!xe(r) || ja(o, t, r, e)) && (!Be(r) || Ga(o, t, r, e)) && (!nr(r) || HI(o, t, r, e)) && (!tr(r) || QI(o, t, r, e)) && (!Ye(r) || n1(o, t, r, e)) && (!He(r) || NI(o, t, r, e)) && (!ke(r) || CI(o, t, r, e))) && (!R(e) || (!Le(r) || Ia(o, t, r, e)) && (!Qt(r) || wa(o, t, r, e)) && (!vt(r) || dI(o, t, r, e)) && (!Kr(r) || bI(o, t, r, e)) && (!he(r) || lI(o, t, r, e)) && (!We(r) || yI(o, t, r, e)) && (!ze(r) || $I(o, t, r, e)) && (!Ut(r) || ZI(o, t, r, e)) && (!Qe(r) || B1(o, t, r, e))) && (!L(e) || (!qe(r) || LI(o, t, r, e)) && (!je(r) || EI(o, t, r, e)) && (!we(r) || Q0(o, t, r, e)) && (!Ze(r) || WI(o, t, r, e))) && (!(w(e) || ln(e)) || (!Ue(r) || Tl(o, t, r, e)) && (!De(r) || Pl(o, t, r, e)) && (!Ge(r) || MI(o, t, r, e)) && (!Ke(r) || mI(o, t, r, e)) && (!Ve(r) || BI(o, t, r, e))) && (!Zu(r) || i1(o, t, r, e)) && (!Vu(r) || r1(o, t, r, e)) && (!zu(r) || gl(o, t, r, e)) && (!hu(r) || xa(o, t, r, e)) && (!ku(r) || Rl(o, t, r, e)) && (!Gu(r) || nI(o, t, r, e)) && (!qu(r) || KI(o, t, r, e)) && (!wu(r) || Oa(o, t, r, e)) && (!Ku(r) || Sa(o, t, r, e)) && (!Hu(r) || kI(o, t, r, e)) && (!ve(r) || !R(e) || m1(o, t, r, e)) && (!no(r) || !S(e) || $1(o, t, r, e)) && (!Uu(r) || vd(o, t, r, e));
}
const hi = [0];
const Yr = /* @__PURE__ */ new Map();
const Jr = /* @__PURE__ */ new Map();
function G1() {
	return `${hi[0]++}`;
}
function W1(n, t) {
	if (!Yr.has(n)) Yr.set(n, /* @__PURE__ */ new Map());
	const r = Yr.get(n);
	if (r.has(t)) return r.get(t);
	const e = G1();
	r.set(t, e);
	return e;
}
function q1(n, t, r, e) {
	return n.UseUnevaluated() ? x(`check_${r}`, ["context", e]) : x(`check_${r}`, [e]);
}
function H1(n, t, r, e) {
	const o = H(n, t, r, "value");
	return t.UseUnevaluated() ? jn(`check_${e}`, tt(["context", "value"], o)) : jn(`check_${e}`, tt(["value"], o));
}
function V1() {
	hi[0] = 0;
	Yr.clear();
	Jr.clear();
}
function ur(n, t, r, e) {
	const o = W1(r, n.lexicalBase);
	const i = q1(t, r, o, e);
	if (Jr.has(o)) return i;
	Jr.set(o, "");
	Jr.set(o, H1(n, t, r, o));
	return i;
}
function Xr(n, t) {
	return t[n.length]?.(...n) ?? (() => {
		throw Error("Invalid Arguments");
	})();
}
let $o = void 0;
function Z1() {
	try {
		J1("null")();
		return true;
	} catch {
		return false;
	}
}
function Y1() {
	if (nn($o)) $o = Z1();
	return $o && Bt().useAcceleration;
}
function J1(...n) {
	return new globalThis.Function(...n);
}
const Qr = {
	assign: 0,
	create: 0,
	clone: 0,
	discard: 0,
	update: 0
};
function Rt(n) {
	return [...E(n), ...Mu(n)];
}
function zi(n, t) {
	if (t.has(n)) return;
	t.add(n);
	for (const r of Rt(n)) {
		const e = Object.getOwnPropertyDescriptor(n, r);
		if (!e || !("value" in e)) continue;
		if (S(e.value)) zi(e.value, t);
	}
	Object.freeze(n);
}
function vr(n) {
	if (!Bt().immutableTypes) return n;
	zi(n, /* @__PURE__ */ new WeakSet());
	return n;
}
function X(n, t) {
	Qr.assign += 1;
	const r = {}, e = Rt(t), o = Rt(n);
	for (const i of o) {
		if (e.includes(i)) continue;
		Object.defineProperty(r, i, Object.getOwnPropertyDescriptor(n, i));
	}
	for (const i of e) Object.defineProperty(r, i, Object.getOwnPropertyDescriptor(t, i));
	return vr(r);
}
function ji(n, t) {
	return {
		...n,
		...t
	};
}
function X1(n, t) {
	for (const r of Object.keys(t)) Object.defineProperty(n, r, {
		configurable: true,
		writable: true,
		enumerable: false,
		value: t[r]
	});
	return n;
}
function P(n, t, r = {}) {
	Qr.create += 1;
	const e = ji(t, r);
	return vr(Bt().enumerableKind ? ji(e, n) : X1(e, n));
}
function Ln(n, t) {
	Qr.discard += 1;
	const r = {};
	for (const e of Rt(n)) {
		if (t.includes(e)) continue;
		const o = Object.getOwnPropertyDescriptor(n, e);
		Object.defineProperty(r, e, o);
	}
	return vr(r);
}
function Q1(n, t, r, e) {
	for (const o of Rt(n)) {
		if (xt(o) || t.includes(o) || r.includes(o)) continue;
		const i = Object.getOwnPropertyDescriptor(n, o);
		Object.defineProperty(e, o, i);
	}
}
function v1(n, t, r) {
	const e = Bt().enumerableKind;
	for (const o of t) {
		if (xt(o)) continue;
		Object.defineProperty(r, o, {
			configurable: true,
			writable: true,
			enumerable: e,
			value: n[o]
		});
	}
}
function nm(n, t, r) {
	for (const e of t) {
		if (xt(e)) continue;
		Object.defineProperty(r, e, {
			configurable: true,
			enumerable: true,
			writable: true,
			value: n[e]
		});
	}
}
function A(n, t, r) {
	Qr.update += 1;
	const e = {}, o = Rt(t), i = Rt(r);
	Q1(n, o, i, e);
	v1(t, o, e);
	nm(r, i, e);
	return vr(e);
}
function M(n, t) {
	return S(n) && l(n, "~kind") && s(n["~kind"], t);
}
function Fn(n) {
	return S(n);
}
function F(n, t, r) {
	return P({ "~kind": "Deferred" }, {
		type: "deferred",
		action: n,
		parameters: t,
		options: r
	}, {});
}
function zt(n) {
	return M(n, "Deferred");
}
function Ct(n, t) {
	return A(n, { "~readonly": true }, t);
}
function tm(n, t, r, e) {
	return Ct($(n, t, r), e);
}
function Pt(n, t) {
	return A(n, { "~optional": true }, t);
}
function rm(n, t, r, e) {
	return Pt($(n, t, r), e);
}
function it(n, t) {
	return P({ "~kind": "Array" }, {
		type: "array",
		items: n
	}, t);
}
function Rn(n) {
	return M(n, "Array");
}
function ki(n) {
	return Ln(n, [
		"~kind",
		"type",
		"items"
	]);
}
function ir(n, t, r = {}) {
	return P({ "~kind": "Constructor" }, {
		type: "constructor",
		parameters: n,
		instanceType: t
	}, r);
}
function Kn(n) {
	return M(n, "Constructor");
}
function em(n) {
	return Ln(n, [
		"~kind",
		"type",
		"parameters",
		"instanceType"
	]);
}
function cr(n, t, r = {}) {
	return P({ ["~kind"]: "Function" }, {
		type: "function",
		parameters: n,
		returnType: t
	}, r);
}
function hn(n) {
	return M(n, "Function");
}
function om(n) {
	return Ln(n, [
		"~kind",
		"type",
		"parameters",
		"returnType"
	]);
}
function At(n, t) {
	return P({ ["~kind"]: "Ref" }, { $ref: n }, t);
}
function Nn(n) {
	return M(n, "Ref");
}
function sr(n, t) {
	return P({ "~kind": "Generic" }, {
		type: "generic",
		parameters: n,
		expression: t
	});
}
function go(n) {
	return M(n, "Generic");
}
function Eo(n) {
	return P({ ["~kind"]: "Any" }, {}, n);
}
function Cn(n) {
	return M(n, "Any");
}
const um = "(?!)";
function rn(n) {
	return P({ "~kind": "Never" }, { not: {} }, n);
}
function jt(n) {
	return M(n, "Never");
}
function kn(n, t = {}) {
	return F("AddOptional", [n], t);
}
function Gi(n, t = {}) {
	return Pt(n, t);
}
function Wi(n) {
	return Gi(n);
}
function Pn(n) {
	return Fn(n) && l(n, "~optional");
}
function im(n) {
	return E(n).filter((t) => !Pn(n[t]));
}
function qi(n) {
	return E(n);
}
function Hi(n) {
	return Oe(n);
}
function B(n, t = {}) {
	const r = im(n);
	return P({ "~kind": "Object" }, {
		type: "object",
		...r.length > 0 ? { required: r } : {},
		properties: n
	}, t);
}
function en(n) {
	return M(n, "Object");
}
function cm(n) {
	return Ln(n, [
		"~kind",
		"type",
		"properties",
		"required"
	]);
}
function gn(n) {
	return P({ ["~kind"]: "Unknown" }, {}, n);
}
function On(n) {
	return M(n, "Unknown");
}
function fr(n, t, r) {
	const e = E(n).reduce((o, i) => {
		return {
			...o,
			[i]: A(n[i], {}, { $id: i })
		};
	}, {});
	return P({ ["~kind"]: "Cyclic" }, {
		$defs: e,
		$ref: t
	}, r);
}
function Gn(n) {
	return M(n, "Cyclic");
}
function Vi(n) {
	return A(n, { ["~unsafe"]: null }, {});
}
function Zi(n) {
	return Vt(n) && l(n, "~unsafe") && It(n["~unsafe"]);
}
function Ro(...n) {
	const [t, r] = Xr(n, {
		2: (e, o) => [
			e,
			o,
			o
		],
		1: (e) => [
			e,
			gn(),
			gn()
		]
	});
	return P({ ["~kind"]: "Infer" }, {
		type: "infer",
		name: t,
		extends: r
	}, {});
}
function An(n) {
	return M(n, "Infer");
}
function ne(n, t, r, e = {}) {
	return P({ "~kind": "Dependent" }, {
		if: n,
		then: t,
		else: r
	}, e);
}
function Mn(n) {
	return M(n, "Dependent");
}
function sm(n) {
	return Ln(n, [
		"~kind",
		"if",
		"then",
		"else"
	]);
}
function fm(n) {
	return Vt(n);
}
function dm(n) {
	return E(n).filter((t) => isNaN(t)).reduce((t, r) => [...t, n[r]], []);
}
function am(n) {
	return L(n) || w(n);
}
function Yi(n, t) {
	return P({ "~kind": "Enum" }, { enum: fm(n) ? dm(n) : n }, t);
}
function Wn(n) {
	return M(n, "Enum");
}
function qn(n, t = {}) {
	return P({ "~kind": "Intersect" }, { allOf: n }, t);
}
function Q(n) {
	return M(n, "Intersect");
}
function lm(n) {
	return Ln(n, ["~kind", "allOf"]);
}
var Ji = class {
	constructor(n, t) {
		this.type = n;
		this.decode = t;
	}
	Encode(n) {
		const t = this.type;
		const r = {
			decode: Po(t) ? (e) => this.decode(t["~codec"].decode(e)) : this.decode,
			encode: Po(t) ? (e) => t["~codec"].encode(n(e)) : n
		};
		return A(this.type, { "~codec": r }, {});
	}
};
var Xi = class {
	constructor(n) {
		this.type = n;
	}
	Decode(n) {
		return new Ji(this.type, n);
	}
};
function Co(n) {
	return new Xi(n);
}
function Im(n, t) {
	return Co(n).Decode(t).Encode(() => {
		throw Error("Encode not implemented");
	});
}
function mm(n, t) {
	return Co(n).Decode(() => {
		throw Error("Decode not implemented");
	}).Encode(t);
}
function Po(n) {
	return Fn(n) && l(n, "~codec") && S(n["~codec"]) && l(n["~codec"], "encode") && l(n["~codec"], "decode");
}
function pm(n) {
	return Ru(n);
}
function te(n) {
	return Fn(n) && l(n, "~immutable");
}
function Hn(n, t = {}) {
	return F("AddReadonly", [n], t);
}
function Qi(n, t = {}) {
	return Ct(n, t);
}
function $m(n) {
	return Qi(n);
}
function kt(n) {
	return Fn(n) && l(n, "~readonly");
}
function gm(n, t) {
	return A(n, { "~refine": vi(n) ? [...n["~refine"], t] : [t] }, {});
}
function Em(...n) {
	const [t, r, e] = Xr(n, {
		3: (o, i, c) => [
			o,
			i,
			c
		],
		2: (o, i) => [
			o,
			i,
			() => "Refine Error"
		]
	});
	return gm(t, {
		check: r,
		error: e
	});
}
function Rm(n) {
	return Vt(n) && l(n, "check") && l(n, "error") && nt(n.check) && nt(n.error);
}
function vi(n) {
	return Fn(n) && l(n, "~refine") && R(n["~refine"]) && V(n["~refine"], 0, (t) => Rm(t));
}
const Cm = "-?(?:0|[1-9][0-9]*)n";
function Ao(n) {
	return P({ "~kind": "BigInt" }, { type: "bigint" }, n);
}
function dr(n) {
	return M(n, "BigInt");
}
function To(n) {
	return P({ "~kind": "Boolean" }, { type: "boolean" }, n);
}
function Gt(n) {
	return M(n, "Boolean");
}
function bo(n) {
	return P({ "~kind": "Identifier" }, { name: n });
}
function Pm(n) {
	return M(n, "Identifier");
}
const nc = "-?(?:0|[1-9][0-9]*)";
function ar(n) {
	return P({ "~kind": "Integer" }, { type: "integer" }, n);
}
function ct(n) {
	return M(n, "Integer");
}
var Am = class extends Error {
	constructor(n) {
		super(`Invalid Literal value`);
		Object.defineProperty(this, "cause", {
			value: { value: n },
			writable: false,
			configurable: false,
			enumerable: false
		});
	}
};
function Tm(n) {
	return ln(n) ? "bigint" : Dn(n) ? "boolean" : w(n) ? "number" : L(n) ? "string" : (() => {
		throw new Am(n);
	})();
}
function U(n, t) {
	return P({ "~kind": "Literal" }, {
		type: Tm(n),
		const: n
	}, t);
}
function tc(n) {
	return ln(n) || Dn(n) || w(n) || L(n);
}
function bm(n) {
	return Z(n) && w(n.const);
}
function Om(n) {
	return Z(n) && L(n.const);
}
function Z(n) {
	return M(n, "Literal");
}
function re(n) {
	return P({ "~kind": "Null" }, { type: "null" }, n);
}
function Oo(n) {
	return M(n, "Null");
}
const rc = "-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?";
function Vn(n) {
	return P({ "~kind": "Number" }, { type: "number" }, n);
}
function xn(n) {
	return M(n, "Number");
}
function Mo(n) {
	return P({ "~kind": "Symbol" }, { type: "symbol" }, n);
}
function ee(n) {
	return M(n, "Symbol");
}
function lr(...n) {
	const [t, r, e] = Xr(n, {
		3: (o, i, c) => [
			o,
			i,
			c
		],
		2: (o, i) => [
			o,
			i,
			i
		],
		1: (o) => [
			o,
			gn(),
			gn()
		]
	});
	return P({ "~kind": "Parameter" }, {
		name: t,
		extends: r,
		equals: e
	}, {});
}
function Mm(n) {
	return M(n, "Parameter");
}
function st(n) {
	return P({ "~kind": "String" }, { type: "string" }, n);
}
function ft(n) {
	return M(n, "String");
}
function G(n, t = {}) {
	return P({ "~kind": "Union" }, { anyOf: n }, t);
}
function _(n) {
	return M(n, "Union");
}
function _m(n) {
	return Ln(n, ["~kind", "anyOf"]);
}
function ec(n) {
	const t = PR(n);
	return s(t.length, 2) ? t[0] : [];
}
function ym(n) {
	return true;
}
function oc(n) {
	return O(n, (t, r) => Sm(t) ? oc(r) : false, () => true);
}
function uc(n) {
	return s(n.length, 0) ? false : oc(n);
}
function Sm(n) {
	return _(n) ? uc(n.anyOf) : Z(n) ? ym(n.const) : false;
}
function ic(n) {
	return uc(n);
}
function cc(n) {
	return P({ ["~kind"]: "TemplateLiteral" }, {
		type: "string",
		pattern: n
	}, {});
}
function sc(n, t, r = []) {
	return O(n, (e, o) => sc(o, t, [...r, `${e}${t}`]), () => r);
}
function Lm(n, t) {
	return s(n.length, 0) ? [`${t}`] : sc(n, t);
}
function fc(n, t, r = []) {
	return O(t, (e, o) => fc(n, o, [...r, ...dc(n, e)]), () => r);
}
function dc(n, t) {
	return _(t) ? fc(n, t.anyOf) : Z(t) ? Lm(n, t.const) : bn();
}
function ac(n, t) {
	return O(t, (r, e) => ac(dc(n, r), e), () => n);
}
function Fm(n) {
	return n.map((t) => U(t));
}
function Nm(n) {
	return G(Fm(ac([], n)));
}
function xm(n) {
	return s(n.length, 0) ? bn() : s(n.length, 1) && Z(n[0]) ? n[0] : Nm(n);
}
function lc(n) {
	const t = ec(n);
	return s(t.length, 0) ? st() : ic(t) ? xm(t) : cc(n);
}
function Bm(n) {
	const t = lc(n);
	return yn(t) ? st() : t;
}
function dt(n, t) {
	const r = "object";
	const e = { [n]: t };
	return P({ ["~kind"]: "Record" }, {
		type: r,
		patternProperties: e
	});
}
function Dm(n) {
	return dt(bt, n);
}
function Um(n) {
	return B({
		true: n,
		false: n
	});
}
function _n(n, t = {}) {
	const [r, e, o] = [
		n,
		n.length,
		false
	];
	return P({ ["~kind"]: "Tuple" }, {
		type: "array",
		additionalItems: o,
		items: r,
		minItems: e
	}, t);
}
function In(n) {
	return M(n, "Tuple");
}
function wm(n) {
	return Ln(n, [
		"~kind",
		"type",
		"items",
		"minItems",
		"additionalItems"
	]);
}
function Ic(n) {
	return n.reduceRight((t, r, e) => {
		return {
			[e]: r,
			...t
		};
	}, {});
}
function Km(n) {
	return B(Ic(n.items));
}
function hm(n) {
	return Ln(n, ["~optional"]);
}
function Ir(n, t) {
	return A(hm(n), {}, t);
}
function zm(n, t, r, e) {
	return Ir($(n, t, r), e);
}
function jm(n) {
	return Ln(n, ["~readonly"]);
}
function oe(n, t) {
	return A(jm(n), {}, t);
}
function km(n, t, r, e) {
	return oe($(n, t, r), e);
}
function mc(n, t) {
	const r = kt(n) && kt(t);
	const e = Pn(n) && Pn(t);
	const i = oe(Ir(Tn([n, t]), {}), {});
	return r && e ? Ct(Pt(i, {}), {}) : r ? Ct(i, {}) : e ? Pt(i, {}) : i;
}
function Gm(n, t) {
	const r = kt(n) || kt(t);
	const e = Pn(n) || Pn(t);
	const c = zn([oe(Ir(n, {}), {}), oe(Ir(t, {}), {})]);
	return r && e ? Ct(Pt(c, {}), {}) : r ? Ct(c, {}) : e ? Pt(c, {}) : c;
}
function Wm(n, t, r) {
	return r in n ? r in t ? mc(n[r], t[r]) : n[r] : r in t ? t[r] : rn();
}
function qm(n, t) {
	return [.../* @__PURE__ */ new Set([...E(n), ...E(t)])].reduce((r, e) => {
		return {
			...r,
			[e]: Wm(n, t, e)
		};
	}, {});
}
function pc(n) {
	return en(n) ? n.properties : In(n) ? Ic(n.items) : {};
}
function Hm(n, t) {
	return B(qm(pc(n), pc(t)));
}
function Vm(n, t) {
	const r = qs(n, t);
	return s(r, 2) ? n : s(r, 3) ? t : s(r, 0) ? t : rn();
}
function $c(n) {
	return en(n) || In(n);
}
function Zm(n, t) {
	const r = $c(n);
	const e = $c(t);
	return r && e ? Hm(n, t) : r && !e ? n : !r && e ? t : Vm(n, t);
}
function Ym(n, t) {
	return jt(n) ? n : Cn(n) ? n : On(n) ? t : jt(t) ? t : Cn(t) ? t : On(t) ? n : Zm(n, t);
}
function Jm(n, t) {
	return _(n) || _(t);
}
function Xm(n, t) {
	const r = Tt(n);
	const e = Tt(t);
	return Jm(r, e) ? Tn([r, e]) : Ym(r, e);
}
function gc(n, t, r = []) {
	return O(t, (e, o) => gc(n, o, [...r, Xm(e, n)]), () => s(r.length, 0) ? [n] : r);
}
function Ec(n, t, r = []) {
	return O(n, (e, o) => Ec(o, t, [...r, ...ue([e], t)]), () => r);
}
function ue(n, t = []) {
	return O(n, (r, e) => _(r) ? ue(e, Ec(r.anyOf, t)) : ue(e, gc(r, t)), () => t);
}
function Qm(n, t) {
	return fn(Qn({}, n, t)) ? [] : [n];
}
function Rc(n, t, r = []) {
	return O(n, (e, o) => Rc(o, t, [...r, ...Qm(e, t)]), () => r);
}
function Cc(n, t) {
	const r = Tt(n);
	return zn(Rc(_(r) ? r.anyOf : [r], t));
}
function Wt(n, t, r) {
	return zn([Tn([n, t]), Cc(r, n)]);
}
function Zn(n, t = []) {
	return O(n, (r, e) => Zn(e, [...t, U(r)]), () => zn(t));
}
function Tn(n) {
	return zn(Hs(ue(n)));
}
function Yn(n) {
	return Tt(Bm(n));
}
function zn(n) {
	return mr(Hs(n));
}
function Tt(n) {
	return Mn(n) ? Wt(n.if, n.then, n.else) : Wn(n) ? Zn(n.enum) : Q(n) ? Tn(n.allOf) : yn(n) ? Yn(n.pattern) : _(n) ? zn(n.anyOf) : n;
}
function mr(n) {
	return s(n.length, 1) ? n[0] : s(n.length, 0) ? rn() : G(n);
}
function vm(n, t) {
	return ce(Zn(n), t);
}
function np(n, t) {
	return dt(pr, t);
}
function tp(n, t) {
	return ce(Tn(n), t);
}
function rp(n, t) {
	return L(n) || w(n) ? B({ [n]: t }) : s(n, false) ? B({ false: t }) : s(n, true) ? B({ true: t }) : B({});
}
function ep(n, t) {
	return dt(se, t);
}
function op(n, t) {
	return l(n, "pattern") && (L(n.pattern) || n.pattern instanceof RegExp) ? dt(n.pattern.toString(), t) : dt(bt, t);
}
function up(n, t) {
	return ic(ec(n)) ? ce(Yn(n), t) : dt(n, t);
}
function ip(n) {
	return _(n) ? ie(n.anyOf) : [n];
}
function ie(n, t = []) {
	return O(n, (r, e) => ie(e, [...t, ...ip(r)]), () => t);
}
function cp(n) {
	return n.some((t) => ft(t) || xn(t) || ct(t));
}
function sp(n, t) {
	return s(cp(n), true) ? dt(bt, t) : void 0;
}
function fp(n, t) {
	return n.reduce((r, e) => {
		return Z(e) && (L(e.const) || w(e.const)) ? {
			...r,
			[e.const]: t
		} : r;
	}, {});
}
function dp(n, t) {
	return B(fp(n, t));
}
function ap(n, t) {
	const r = ie(n);
	const e = sp(r, t);
	return Fn(e) ? e : dp(r, t);
}
function ce(n, t) {
	return Cn(n) ? Dm(t) : Gt(n) ? Um(t) : Wn(n) ? vm(n.enum, t) : ct(n) ? np(n, t) : Q(n) ? tp(n.allOf, t) : Z(n) ? rp(n.const, t) : xn(n) ? ep(n, t) : _(n) ? ap(n.anyOf, t) : ft(n) ? op(n, t) : yn(n) ? up(n.pattern, t) : B({});
}
function Pc(n, t, r) {
	return z([n]) ? A(ce(n, t), {}, r) : Ac(n, t, r);
}
function lp(n, t, r, e, o) {
	return Pc($(n, t, r), $(n, t, e), o);
}
const pr = `^${nc}$`;
const se = `^${rc}$`;
const bt = `^.*$`;
function Ac(n, t, r = {}) {
	return F("Record", [n, t], r);
}
function _o(n, t, r = {}) {
	return Pc(n, t, r);
}
function Ip(n, t) {
	return dt(n, t);
}
function yo(n) {
	return s(n, bt) ? st() : s(n, pr) ? ar() : s(n, se) ? Vn() : lc(n);
}
function Ot(n) {
	return E(n.patternProperties)[0];
}
function So(n) {
	return yo(Ot(n));
}
function at(n) {
	return n.patternProperties[Ot(n)];
}
function Jn(n) {
	return M(n, "Record");
}
function fe(n) {
	return P({ "~kind": "Rest" }, {
		type: "rest",
		items: n
	}, {});
}
function de(n) {
	return M(n, "Rest");
}
function Tc(n) {
	return P({ ["~kind"]: "This" }, { $ref: "#" }, n);
}
function bc(n) {
	return M(n, "This");
}
function ae(n) {
	return P({ "~kind": "Undefined" }, { type: "undefined" }, n);
}
function Lo(n) {
	return M(n, "Undefined");
}
function Oc(n) {
	return P({ "~kind": "Void" }, { type: "void" }, n);
}
function $r(n) {
	return M(n, "Void");
}
function mp(n, t) {
	return s(n, "Array") ? it(t[0]) : s(n, "Capitalize") ? nf(t[0]) : s(n, "ConstructorParameters") ? af(t[0]) : s(n, "Evaluate") ? Tb(t[0]) : s(n, "Exclude") ? If(t[0], t[1]) : s(n, "Extract") ? mf(t[0], t[1]) : s(n, "Index") ? au(t[0], t[1]) : s(n, "InstanceType") ? bf(t[0]) : s(n, "Lowercase") ? tf(t[0]) : s(n, "NonNullable") ? Sf(t[0]) : s(n, "Omit") ? Ff(t[0], t[1]) : s(n, "Parameters") ? Bf(t[0]) : s(n, "Partial") ? Uf(t[0]) : s(n, "Pick") ? Kf(t[0], t[1]) : s(n, "Readonly") ? zf(t[0]) : s(n, "KeyOf") ? pu(t[0]) : s(n, "Record") ? Ac(t[0], t[1]) : s(n, "Required") ? Gf(t[0]) : s(n, "ReturnType") ? qf(t[0]) : s(n, "Uncapitalize") ? rf(t[0]) : s(n, "Uppercase") ? ef(t[0]) : cu(At(n), t);
}
function Mt() {
	throw Error("Unreachable");
}
function Mc(n, t = []) {
	return O(n, (r, e) => Mc(e, [...t, r[1]]), () => t);
}
function Xn(n) {
	return s(n.length, 3) ? [n[0], ...Mc(n[1])] : [];
}
function pp(n) {
	return lr(n[0], n[2], n[4]);
}
function $p(n) {
	return lr(n[0], n[2], n[2]);
}
function gp(n) {
	return lr(n[0], gn(), n[2]);
}
function Ep(n) {
	return lr(n, gn(), gn());
}
function Rp(n) {
	return n;
}
function Cp(n) {
	return Xn(n);
}
function Pp(n) {
	return n[1];
}
function Ap(n) {
	return Xn(n);
}
function Tp(n) {
	return n[1];
}
function bp(n) {
	return mp(n[0], n[1]);
}
function Op(n) {
	return null;
}
function Mp(n) {
	return st();
}
function _p(n) {
	return Vn();
}
function yp(n) {
	return To();
}
function Sp(n) {
	return ae();
}
function Lp(n) {
	return re();
}
function Fp(n) {
	return ar();
}
function Np(n) {
	return Ao();
}
function xp(n) {
	return gn();
}
function Bp(n) {
	return Eo();
}
function Dp(n) {
	return B({});
}
function Up(n) {
	return rn();
}
function wp(n) {
	return Mo();
}
function Kp(n) {
	return Oc();
}
function hp(n) {
	return Tc();
}
function zp(n) {
	return U(BigInt(n));
}
function jp(n) {
	return U(s(n, "true"));
}
function kp(n) {
	return U(parseFloat(n));
}
function Gp(n) {
	return U(n);
}
function Wp(n) {
	return n[1];
}
function qp(n) {
	return U(n);
}
function Hp(n) {
	return s(n.length, 3) ? [
		n[0],
		n[1],
		...n[2]
	] : [n[0]];
}
function Vp(n) {
	return n[1];
}
function Zp(n) {
	return _s(n);
}
function Yp(n) {
	return s(n.length, 6) ? ne(n[1], n[3], n[5]) : ne(n[1], n[3], gn());
}
function Jp(n) {
	return n.length > 0;
}
function Xp(n) {
	return n.reduce((t, r) => {
		return s(r.length, 3) ? [...t, [r[1]]] : [...t, []];
	}, []);
}
function Qp(n) {
	return s(n.length, 6) ? [
		n[1],
		n[3],
		n[5]
	] : [];
}
function vp(n) {
	return R(n) && s(n.length, 3) ? n[1] : n;
}
function n$(n) {
	return s(n.length, 2) ? n[1] : [];
}
function _c(n, t) {
	return t.reduce((r, e) => {
		const o = e;
		return s(o.length, 1) ? au(r, o[0]) : s(o.length, 0) ? it(r) : Mt();
	}, n);
}
function yc(n, t) {
	return s(t.length, 3) ? ff(n, t[0], t[1], t[2]) : n;
}
function t$(n, t) {
	return R(t) && s(t.length, 0) ? n : Vf(n, t);
}
function r$(n) {
	const [t, r, e, o, i] = n;
	return t$(t ? yc(pu(_c(r, e)), o) : yc(_c(r, e), o), i);
}
function Fo(n, t) {
	return s(t.length, 3) ? (() => {
		const [r, e, o] = t;
		const i = Fo(e, o);
		if (s(r, "&")) return Q(i) ? qn([n, ...i.allOf]) : qn([n, i]);
		if (s(r, "|")) return _(i) ? G([n, ...i.anyOf]) : G([n, i]);
		Mt();
	})() : n;
}
function e$(n) {
	return n;
}
function o$(n) {
	const [t, r] = n;
	return Fo(t, r);
}
function u$(n) {
	return n;
}
function i$(n) {
	const [t, r] = n;
	return Fo(t, r);
}
function c$(n) {
	return Pb(n[1]);
}
function s$(n) {
	return n[1];
}
function f$(n) {
	return sr(n[0], n[2]);
}
function d$(n) {
	return s(n.length, 4) ? Ro(n[1], n[3]) : s(n.length, 2) ? Ro(n[1], gn()) : Mt();
}
function a$(n) {
	return n;
}
function l$(n) {
	return `${n}`;
}
function I$(n) {
	return n;
}
function m$(n) {
	return n;
}
function p$(n) {
	return ct(n[3]) ? pr : xn(n[3]) ? se : ee(n[3]) ? bt : ft(n[3]) ? bt : Mt();
}
function $$(n) {
	return n;
}
function g$(n) {
	return n.length > 0;
}
function E$(n) {
	return n.length > 0;
}
function R$(n) {
	const [t, r, e, o, i] = n;
	return { [r]: t && e ? Hn(kn(i)) : t && !e ? Hn(i) : !t && e ? kn(i) : i };
}
function C$(n) {
	return n;
}
function P$(n) {
	return Xn(n);
}
function Sc(n) {
	return n.reduce((t, r) => {
		return l(r, pr) || l(r, se) || l(r, bt) ? [t[0], X(t[1], r)] : [X(t[0], r), t[1]];
	}, [{}, {}]);
}
function A$(n) {
	return Sc(n[1]);
}
function T$(n) {
	const [t, r] = n;
	return B(t, s(E(r).length, 0) ? {} : { patternProperties: r });
}
function b$(n) {
	return s(n.length, 5) ? Hn(kn(n[4])) : s(n.length, 3) ? n[2] : s(n.length, 4) ? s(n[2], "readonly") ? Hn(n[3]) : kn(n[3]) : Mt();
}
function O$(n) {
	if (!R(n) || !s(n.length, 3)) return n;
	const [t, r, e] = n;
	return t && e ? Hn(kn(r)) : t && !e ? Hn(r) : !t && e ? kn(r) : r;
}
function M$(n) {
	return s(n.length, 2) ? fe(n[1]) : s(n.length, 1) ? n[0] : Mt();
}
function _$(n) {
	return Xn(n);
}
function y$(n) {
	return _n(n[1]);
}
function S$(n) {
	return Hn(kn(n[4]));
}
function L$(n) {
	return Hn(n[3]);
}
function F$(n) {
	return kn(n[3]);
}
function N$(n) {
	return n[2];
}
function x$(n) {
	return n;
}
function B$(n) {
	return s(n.length, 2) ? fe(n[1]) : s(n.length, 1) ? n[0] : Mt();
}
function D$(n) {
	return Xn(n);
}
function U$(n) {
	return cr(n[1], n[4]);
}
function w$(n) {
	return ir(n[2], n[5]);
}
function Lc(n, t) {
	return s(n, "remove") ? Ab(t) : s(n, "add") ? Hn(t) : t;
}
function K$(n) {
	return s(n.length, 2) && s(n[0], "-") ? "remove" : s(n.length, 2) && s(n[0], "+") ? "add" : s(n.length, 1) ? "add" : "none";
}
function Fc(n, t) {
	return s(n, "remove") ? ub(t) : s(n, "add") ? kn(t) : t;
}
function h$(n) {
	return s(n.length, 2) && s(n[0], "-") ? "remove" : s(n.length, 2) && s(n[0], "+") ? "add" : s(n.length, 1) ? "add" : "none";
}
function z$(n) {
	return s(n.length, 2) ? [n[1]] : [];
}
function j$(n) {
	return R(n[6]) && s(n[6].length, 1) ? $u(bo(n[3]), n[5], n[6][0], Lc(n[1], Fc(n[8], n[10]))) : $u(bo(n[3]), n[5], At(n[3]), Lc(n[1], Fc(n[8], n[10])));
}
function k$(n) {
	return At(n);
}
function G$(n) {
	return BigInt(n);
}
function W$(n) {
	return parseFloat(n);
}
function q$(n) {
	return s(n, "true");
}
function H$(n) {
	return n;
}
function V$(n) {
	return null;
}
function Y$(n) {
	return { [n[0]]: n[2] };
}
function J$(n) {
	return Xn(n);
}
function X$(n) {
	return n.reduce((t, r) => {
		return X(t, r);
	}, {});
}
function Q$(n) {
	return X$(n[1]);
}
function v$(n) {
	return Xn(n);
}
function ng(n) {
	return n[1];
}
function tg(n) {
	return n;
}
function rg(n) {
	return Ao();
}
function eg(n) {
	return st();
}
function og(n) {
	return Vn();
}
function ug(n) {
	return ar();
}
function ig(n) {
	return rn();
}
function cg(n) {
	return U(n);
}
function sg(n) {
	return n;
}
function fg(n) {
	return G(n[1]);
}
function dg(n) {
	return n.length === 3 ? [...n[0], ...n[2]] : n.length === 1 ? [...n[0]] : [];
}
function ag(n) {
	return [n[0], ...n[1]];
}
function lg(n) {
	return n;
}
function Ig(n) {
	return n[1];
}
function mg(n) {
	return Xn(n);
}
function pg(n) {
	return s(n.length, 2) ? n[1] : [];
}
function $g(n) {
	const t = n[2];
	const r = n[3];
	const [e, o] = n[4];
	const i = s(E(o).length, 0) ? {} : { patternProperties: o };
	return { [n[1]]: sr(t, tu(r, e, i)) };
}
function gg(n) {
	const t = n[2];
	const [r, e] = n[3];
	const o = s(E(e).length, 0) ? {} : { patternProperties: e };
	return { [n[1]]: tu(t, r, o) };
}
function Eg(n) {
	return { [n[1]]: sr(n[2], n[4]) };
}
function Rg(n) {
	return { [n[1]]: n[3] };
}
function Cg(n) {
	return null;
}
function Pg(n) {
	return n;
}
function Ag(n) {
	return Xn(n);
}
function Tg(n) {
	return n[1];
}
function bg(n) {
	const [t, r] = [n[0], n[1]];
	return Ob(X(t, Sc(r)[0]));
}
function Og(n) {
	return n;
}
function No(n) {
	return s(n.length, 2);
}
function N(n, t, r) {
	return No(n) ? t(n[0], n[1]) : r();
}
function Mg(n, t) {
	return s(t.indexOf(n), 0) ? [n, t.slice(n.length)] : [];
}
function sn(n, t) {
	for (let r = 0; r < n.length; r++) {
		const e = Mg(n[r], t);
		if (No(e)) return e;
	}
	return [];
}
function xo(n, t) {
	return Array.from({ length: t - n + 1 }, (r, e) => String.fromCharCode(n + e));
}
const _g = [...xo(97, 122), ...xo(65, 90)];
const Nc = xo(49, 57);
const Bo = ["0", ...Nc];
const xc = "//";
const Bc = "/*";
const yg = "*/";
function Dc(n) {
	const t = n.indexOf(yg);
	return s(t, -1) ? "" : n.slice(t + 2);
}
function Uc(n) {
	const t = n.indexOf("\n");
	return s(t, -1) ? "" : n.slice(t);
}
function Sg(n) {
	return n.replace(/^[ \t\r\f\v]+/, "");
}
function Do(n) {
	const t = Sg(n);
	return t.startsWith(Bc) ? Do(Dc(t.slice(2))) : t.startsWith(xc) ? Do(Uc(t.slice(2))) : t;
}
function Bn(n) {
	const t = n.trimStart();
	return t.startsWith(Bc) ? Bn(Dc(t.slice(2))) : t.startsWith(xc) ? Bn(Uc(t.slice(2))) : t;
}
function wc(n, t) {
	return N(sn([n], t), (r, e) => [r, e], () => ["", t]);
}
function Lg(n, t) {
	return n.includes(t);
}
function le(n, t, r, e = "") {
	return N(sn(n, r), (o, i) => Lg(t, o) ? le(n, t, i, e) : le(n, t, i, `${e}${o}`), () => [e, r]);
}
function Fg(n) {
	return sn(Nc, n);
}
const Ng = [...Bo, "_"];
function xg(n) {
	return le(Ng, ["_"], n);
}
function Bg(n) {
	return N(sn(["0"], n), (t, r) => [t, r], () => N(Fg(n), (t, r) => N(xg(r), (e, o) => [`${t}${e}`, o], () => []), () => []));
}
function Kc(n) {
	return Bg(Bn(n));
}
function Dg(n) {
	return wc("-", n);
}
function Ug(n) {
	return N(Dg(n), (t, r) => N(Kc(r), (e, o) => [`${t}${e}`, o], () => []), () => []);
}
function wg(n) {
	return Ug(Bn(n));
}
function Kg(n) {
	return N(wg(n), (t, r) => N(sn(["n"], r), (e, o) => [`${t}`, o], () => []), () => []);
}
function hc(n) {
	return Kg(n);
}
function Uo(n, t) {
	return sn([n], t);
}
function d(n, t) {
	return s(n, "") ? ["", t] : n.startsWith("\n") ? Uo(n, Do(t)) : n.startsWith(" ") ? Uo(n, t) : Uo(n, Bn(t));
}
const zc = [
	..._g,
	"_",
	"$"
];
function hg(n) {
	return sn(zc, n);
}
const zg = [...zc, ...Bo];
function jc(n, t = "") {
	return N(sn(zg, n), (r, e) => jc(e, `${t}${r}`), () => [t, n]);
}
function jg(n) {
	return N(hg(n), (t, r) => N(jc(r), (e, o) => [`${t}${e}`, o], () => []), () => []);
}
function q(n) {
	return jg(Bn(n));
}
const kg = [...Bo, "_"];
function Gg(n) {
	return No(sn(["."], n));
}
function kc(n) {
	return N(le(kg, ["_"], n), (t, r) => s(t, "") ? [] : [t, r], () => []);
}
function Wg(n) {
	return N(sn(["."], n), (t, r) => N(kc(r), (e, o) => [`0${t}${e}`, o], () => []), () => []);
}
function qg(n) {
	return N(Kc(n), (t, r) => N(sn(["."], r), (e, o) => N(kc(o), (i, c) => [`${t}${e}${i}`, c], () => [`${t}`, o]), () => [`${t}`, r]), () => []);
}
function Hg(n) {
	return Gg(n) ? Wg(n) : qg(n);
}
function Vg(n) {
	return Hg(Bn(n));
}
function Zg(n) {
	return wc("-", n);
}
function Yg(n) {
	return N(Zg(n), (t, r) => N(Vg(r), (e, o) => [`${t}${e}`, o], () => []), () => []);
}
function wo(n) {
	return Yg(Bn(n));
}
function Jg(n) {
	return s(n, "") ? [] : [n.slice(0, 1), n.slice(1)];
}
function Gc(n, t) {
	return O(n, (r, e) => t.startsWith(r) ? true : Gc(e, t), () => false);
}
function gr(n, t, r = "") {
	return N(Jg(t), (e, o) => Gc(n, t) ? [r, t] : gr(n, o, `${r}${e}`), () => []);
}
function Xg(n, t, r) {
	return N(sn([n], r), (e, o) => N(gr([t], o), (i, c) => N(sn([t], c), (f, a) => [`${i}`, a], () => []), () => []), () => []);
}
function Qg(n, t, r) {
	return N(sn([n], r), (e, o) => N(gr(["\n", t], o), (i, c) => N(sn([t], c), (f, a) => [`${i}`, a], () => []), () => []), () => []);
}
function vg(n, t, r, e) {
	return r ? Xg(n, t, Bn(e)) : Qg(n, t, Bn(e));
}
function nE(n, t) {
	return sn(n, t);
}
function tE(n, t) {
	return vg(n, n, false, t);
}
function rE(n, t) {
	return N(nE(n, t), (r, e) => tE(r, `${r}${e}`), () => []);
}
function Ko(n, t) {
	return rE(n, Bn(t));
}
function eE(n, t) {
	return N(gr(n, t), (r, e) => s(r, "") ? [] : [r, e], () => []);
}
const u = (n, t, r = () => []) => n.length === 2 ? t(n) : r();
const oE = (n) => u(u(q(n), ([t, r]) => u(d("extends", r), ([e, o]) => u(T(o), ([i, c]) => u(d("=", c), ([f, a]) => u(T(a), ([I, m]) => [[
	t,
	e,
	i,
	f,
	I
], m]))))), ([t, r]) => [pp(t), r]);
const uE = (n) => u(u(q(n), ([t, r]) => u(d("extends", r), ([e, o]) => u(T(o), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [$p(t), r]);
const iE = (n) => u(u(q(n), ([t, r]) => u(d("=", r), ([e, o]) => u(T(o), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [gp(t), r]);
const cE = (n) => u(q(n), ([t, r]) => [Ep(t), r]);
const Wc = (n) => u(u(oE(n), ([t, r]) => [t, r], () => u(uE(n), ([t, r]) => [t, r], () => u(iE(n), ([t, r]) => [t, r], () => u(cE(n), ([t, r]) => [t, r], () => [])))), ([t, r]) => [Rp(t), r]);
const qc = (n, t = []) => u(u(d(",", n), ([r, e]) => u(Wc(e), ([o, i]) => [[r, o], i])), ([r, e]) => qc(e, [...t, r]), () => [t, n]);
const sE = (n) => u(u(u(Wc(n), ([t, r]) => u(qc(r), ([e, o]) => u(u(d(",", o), ([i, c]) => [[i], c], () => [[], o]), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [t, r], () => u([[], n], ([t, r]) => [t, r], () => [])), ([t, r]) => [Cp(t), r]);
const ho = (n) => u(u(d("<", n), ([t, r]) => u(sE(r), ([e, o]) => u(d(">", o), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [Pp(t), r]);
const Hc = (n, t = []) => u(u(d(",", n), ([r, e]) => u(T(e), ([o, i]) => [[r, o], i])), ([r, e]) => Hc(e, [...t, r]), () => [t, n]);
const fE = (n) => u(u(u(T(n), ([t, r]) => u(Hc(r), ([e, o]) => u(u(d(",", o), ([i, c]) => [[i], c], () => [[], o]), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [t, r], () => u([[], n], ([t, r]) => [t, r], () => [])), ([t, r]) => [Ap(t), r]);
const dE = (n) => u(u(d("<", n), ([t, r]) => u(fE(r), ([e, o]) => u(d(">", o), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [Tp(t), r]);
const aE = (n) => u(u(q(n), ([t, r]) => u(dE(r), ([e, o]) => [[t, e], o])), ([t, r]) => [bp(t), r]);
const Vc = (n) => u(u(u(d(";", n), ([t, r]) => [[t], r]), ([t, r]) => [t, r], () => u([[], n], ([t, r]) => [t, r], () => [])), ([t, r]) => [Op(t), r]);
const Zc = (n) => u(d("string", n), ([t, r]) => [Mp(t), r]);
const Yc = (n) => u(d("number", n), ([t, r]) => [_p(t), r]);
const lE = (n) => u(d("boolean", n), ([t, r]) => [yp(t), r]);
const IE = (n) => u(d("undefined", n), ([t, r]) => [Sp(t), r]);
const mE = (n) => u(d("null", n), ([t, r]) => [Lp(t), r]);
const Jc = (n) => u(d("integer", n), ([t, r]) => [Fp(t), r]);
const pE = (n) => u(d("bigint", n), ([t, r]) => [Np(t), r]);
const $E = (n) => u(d("unknown", n), ([t, r]) => [xp(t), r]);
const gE = (n) => u(d("any", n), ([t, r]) => [Bp(t), r]);
const EE = (n) => u(d("object", n), ([t, r]) => [Dp(t), r]);
const RE = (n) => u(d("never", n), ([t, r]) => [Up(t), r]);
const Xc = (n) => u(d("symbol", n), ([t, r]) => [wp(t), r]);
const CE = (n) => u(d("void", n), ([t, r]) => [Kp(t), r]);
const PE = (n) => u(d("this", n), ([t, r]) => [hp(t), r]);
const AE = (n) => u(u(d("${", n), ([t, r]) => u(T(r), ([e, o]) => u(d("}", o), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [Wp(t), r]);
const zo = (n) => u(gr(["${", "`"], n), ([t, r]) => [qp(t), r]);
const Qc = (n) => u(u(u(zo(n), ([t, r]) => u(AE(r), ([e, o]) => u(Qc(o), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [t, r], () => u(u(zo(n), ([t, r]) => [[t], r]), ([t, r]) => [t, r], () => u(u(zo(n), ([t, r]) => [[t], r]), ([t, r]) => [t, r], () => []))), ([t, r]) => [Hp(t), r]);
const vc = (n) => u(u(d("`", n), ([t, r]) => u(Qc(r), ([e, o]) => u(d("`", o), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [Vp(t), r]);
const TE = (n) => u(vc(n), ([t, r]) => [Zp(t), r]);
const bE = (n) => u(u(u(d("if", n), ([t, r]) => u(T(r), ([e, o]) => u(d("then", o), ([i, c]) => u(T(c), ([f, a]) => u(d("else", a), ([I, m]) => u(T(m), ([b, j]) => [[
	t,
	e,
	i,
	f,
	I,
	b
], j])))))), ([t, r]) => [t, r], () => u(u(d("if", n), ([t, r]) => u(T(r), ([e, o]) => u(d("then", o), ([i, c]) => u(T(c), ([f, a]) => [[
	t,
	e,
	i,
	f
], a])))), ([t, r]) => [t, r], () => [])), ([t, r]) => [Yp(t), r]);
const OE = (n) => u(hc(n), ([t, r]) => [zp(t), r]);
const ME = (n) => u(u(d("true", n), ([t, r]) => [t, r], () => u(d("false", n), ([t, r]) => [t, r], () => [])), ([t, r]) => [jp(t), r]);
const _E = (n) => u(wo(n), ([t, r]) => [kp(t), r]);
const yE = (n) => u(Ko(["'", "\""], n), ([t, r]) => [Gp(t), r]);
const SE = (n) => u(u(u(d("keyof", n), ([t, r]) => [[t], r]), ([t, r]) => [t, r], () => u([[], n], ([t, r]) => [t, r], () => [])), ([t, r]) => [Jp(t), r]);
const ns = (n, t = []) => u(u(u(d("[", n), ([r, e]) => u(T(e), ([o, i]) => u(d("]", i), ([c, f]) => [[
	r,
	o,
	c
], f]))), ([r, e]) => [r, e], () => u(u(d("[", n), ([r, e]) => u(d("]", e), ([o, i]) => [[r, o], i])), ([r, e]) => [r, e], () => [])), ([r, e]) => ns(e, [...t, r]), () => [t, n]);
const LE = (n) => u(ns(n), ([t, r]) => [Xp(t), r]);
const FE = (n) => u(u(u(d("extends", n), ([t, r]) => u(T(r), ([e, o]) => u(d("?", o), ([i, c]) => u(T(c), ([f, a]) => u(d(":", a), ([I, m]) => u(T(m), ([b, j]) => [[
	t,
	e,
	i,
	f,
	I,
	b
], j])))))), ([t, r]) => [t, r], () => u([[], n], ([t, r]) => [t, r], () => [])), ([t, r]) => [Qp(t), r]);
const NE = (n) => u(u(u(d("(", n), ([t, r]) => u(T(r), ([e, o]) => u(d(")", o), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [t, r], () => u(Zc(n), ([t, r]) => [t, r], () => u(Yc(n), ([t, r]) => [t, r], () => u(lE(n), ([t, r]) => [t, r], () => u(IE(n), ([t, r]) => [t, r], () => u(mE(n), ([t, r]) => [t, r], () => u(Jc(n), ([t, r]) => [t, r], () => u(pE(n), ([t, r]) => [t, r], () => u($E(n), ([t, r]) => [t, r], () => u(gE(n), ([t, r]) => [t, r], () => u(EE(n), ([t, r]) => [t, r], () => u(RE(n), ([t, r]) => [t, r], () => u(Xc(n), ([t, r]) => [t, r], () => u(CE(n), ([t, r]) => [t, r], () => u(PE(n), ([t, r]) => [t, r], () => u(OE(n), ([t, r]) => [t, r], () => u(ME(n), ([t, r]) => [t, r], () => u(_E(n), ([t, r]) => [t, r], () => u(yE(n), ([t, r]) => [t, r], () => u(TE(n), ([t, r]) => [t, r], () => u(bE(n), ([t, r]) => [t, r], () => u(GE(n), ([t, r]) => [t, r], () => u(HE(n), ([t, r]) => [t, r], () => u(QE(n), ([t, r]) => [t, r], () => u(XE(n), ([t, r]) => [t, r], () => u(rR(n), ([t, r]) => [t, r], () => u(aE(n), ([t, r]) => [t, r], () => u(eR(n), ([t, r]) => [t, r], () => [])))))))))))))))))))))))))))), ([t, r]) => [vp(t), r]);
const xE = (n) => u(u(u(d("with", n), ([t, r]) => u(Rs(r), ([e, o]) => [[t, e], o])), ([t, r]) => [t, r], () => u([[], n], ([t, r]) => [t, r], () => [])), ([t, r]) => [n$(t), r]);
const ts = (n) => u(u(SE(n), ([t, r]) => u(NE(r), ([e, o]) => u(LE(o), ([i, c]) => u(FE(c), ([f, a]) => u(xE(a), ([I, m]) => [[
	t,
	e,
	i,
	f,
	I
], m]))))), ([t, r]) => [r$(t), r]);
const rs = (n) => u(u(u(d("&", n), ([t, r]) => u(ts(r), ([e, o]) => u(rs(o), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [t, r], () => u([[], n], ([t, r]) => [t, r], () => [])), ([t, r]) => [e$(t), r]);
const es = (n) => u(u(ts(n), ([t, r]) => u(rs(r), ([e, o]) => [[t, e], o])), ([t, r]) => [o$(t), r]);
const os = (n) => u(u(u(d("|", n), ([t, r]) => u(es(r), ([e, o]) => u(os(o), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [t, r], () => u([[], n], ([t, r]) => [t, r], () => [])), ([t, r]) => [u$(t), r]);
const Ie = (n) => u(u(es(n), ([t, r]) => u(os(r), ([e, o]) => [[t, e], o])), ([t, r]) => [i$(t), r]);
const BE = (n) => u(u(d("readonly", n), ([t, r]) => u(Ie(r), ([e, o]) => [[t, e], o])), ([t, r]) => [c$(t), r]);
const DE = (n) => u(u(d("|", n), ([t, r]) => u(Ie(r), ([e, o]) => [[t, e], o])), ([t, r]) => [s$(t), r]);
const UE = (n) => u(u(ho(n), ([t, r]) => u(d("=", r), ([e, o]) => u(T(o), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [f$(t), r]);
const wE = (n) => u(u(u(d("infer", n), ([t, r]) => u(q(r), ([e, o]) => u(d("extends", o), ([i, c]) => u(Ie(c), ([f, a]) => [[
	t,
	e,
	i,
	f
], a])))), ([t, r]) => [t, r], () => u(u(d("infer", n), ([t, r]) => u(q(r), ([e, o]) => [[t, e], o])), ([t, r]) => [t, r], () => [])), ([t, r]) => [d$(t), r]);
const T = (n) => u(u(wE(n), ([t, r]) => [t, r], () => u(DE(n), ([t, r]) => [t, r], () => u(BE(n), ([t, r]) => [t, r], () => u(Ie(n), ([t, r]) => [t, r], () => [])))), ([t, r]) => [a$(t), r]);
const KE = (n) => u(wo(n), ([t, r]) => [l$(t), r]);
const hE = (n) => u(q(n), ([t, r]) => [I$(t), r]);
const zE = (n) => u(Ko(["'", "\""], n), ([t, r]) => [m$(t), r]);
const jE = (n) => u(u(d("[", n), ([t, r]) => u(q(r), ([e, o]) => u(d(":", o), ([i, c]) => u(u(Jc(c), ([f, a]) => [f, a], () => u(Yc(c), ([f, a]) => [f, a], () => u(Zc(c), ([f, a]) => [f, a], () => u(Xc(c), ([f, a]) => [f, a], () => [])))), ([f, a]) => u(d("]", a), ([I, m]) => [[
	t,
	e,
	i,
	f,
	I
], m]))))), ([t, r]) => [p$(t), r]);
const us = (n) => u(u(KE(n), ([t, r]) => [t, r], () => u(hE(n), ([t, r]) => [t, r], () => u(zE(n), ([t, r]) => [t, r], () => u(jE(n), ([t, r]) => [t, r], () => [])))), ([t, r]) => [$$(t), r]);
const is = (n) => u(u(u(d("readonly", n), ([t, r]) => [[t], r]), ([t, r]) => [t, r], () => u([[], n], ([t, r]) => [t, r], () => [])), ([t, r]) => [g$(t), r]);
const cs = (n) => u(u(u(d("?", n), ([t, r]) => [[t], r]), ([t, r]) => [t, r], () => u([[], n], ([t, r]) => [t, r], () => [])), ([t, r]) => [E$(t), r]);
const ss = (n) => u(u(is(n), ([t, r]) => u(us(r), ([e, o]) => u(cs(o), ([i, c]) => u(d(":", c), ([f, a]) => u(T(a), ([I, m]) => [[
	t,
	e,
	i,
	f,
	I
], m]))))), ([t, r]) => [R$(t), r]);
const me = (n) => u(u(u(d(",", n), ([t, r]) => u(d("\n", r), ([e, o]) => [[t, e], o])), ([t, r]) => [t, r], () => u(u(d(";", n), ([t, r]) => u(d("\n", r), ([e, o]) => [[t, e], o])), ([t, r]) => [t, r], () => u(u(d(",", n), ([t, r]) => [[t], r]), ([t, r]) => [t, r], () => u(u(d(";", n), ([t, r]) => [[t], r]), ([t, r]) => [t, r], () => u(u(d("\n", n), ([t, r]) => [[t], r]), ([t, r]) => [t, r], () => []))))), ([t, r]) => [C$(t), r]);
const fs = (n, t = []) => u(u(me(n), ([r, e]) => u(ss(e), ([o, i]) => [[r, o], i])), ([r, e]) => fs(e, [...t, r]), () => [t, n]);
const kE = (n) => u(u(u(ss(n), ([t, r]) => u(fs(r), ([e, o]) => u(u(me(o), ([i, c]) => [[i], c], () => [[], o]), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [t, r], () => u([[], n], ([t, r]) => [t, r], () => [])), ([t, r]) => [P$(t), r]);
const jo = (n) => u(u(d("{", n), ([t, r]) => u(kE(r), ([e, o]) => u(d("}", o), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [A$(t), r]);
const GE = (n) => u(jo(n), ([t, r]) => [T$(t), r]);
const WE = (n) => u(u(u(q(n), ([t, r]) => u(d("?", r), ([e, o]) => u(d(":", o), ([i, c]) => u(d("readonly", c), ([f, a]) => u(T(a), ([I, m]) => [[
	t,
	e,
	i,
	f,
	I
], m]))))), ([t, r]) => [t, r], () => u(u(q(n), ([t, r]) => u(d(":", r), ([e, o]) => u(d("readonly", o), ([i, c]) => u(T(c), ([f, a]) => [[
	t,
	e,
	i,
	f
], a])))), ([t, r]) => [t, r], () => u(u(q(n), ([t, r]) => u(d("?", r), ([e, o]) => u(d(":", o), ([i, c]) => u(T(c), ([f, a]) => [[
	t,
	e,
	i,
	f
], a])))), ([t, r]) => [t, r], () => u(u(q(n), ([t, r]) => u(d(":", r), ([e, o]) => u(T(o), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [t, r], () => [])))), ([t, r]) => [b$(t), r]);
const ds = (n) => u(u(WE(n), ([t, r]) => [t, r], () => u(u(is(n), ([t, r]) => u(T(r), ([e, o]) => u(cs(o), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [t, r], () => [])), ([t, r]) => [O$(t), r]);
const as = (n) => u(u(u(d("...", n), ([t, r]) => u(ds(r), ([e, o]) => [[t, e], o])), ([t, r]) => [t, r], () => u(u(ds(n), ([t, r]) => [[t], r]), ([t, r]) => [t, r], () => [])), ([t, r]) => [M$(t), r]);
const ls = (n, t = []) => u(u(d(",", n), ([r, e]) => u(as(e), ([o, i]) => [[r, o], i])), ([r, e]) => ls(e, [...t, r]), () => [t, n]);
const qE = (n) => u(u(u(as(n), ([t, r]) => u(ls(r), ([e, o]) => u(u(d(",", o), ([i, c]) => [[i], c], () => [[], o]), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [t, r], () => u([[], n], ([t, r]) => [t, r], () => [])), ([t, r]) => [_$(t), r]);
const HE = (n) => u(u(d("[", n), ([t, r]) => u(qE(r), ([e, o]) => u(d("]", o), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [y$(t), r]);
const VE = (n) => u(u(q(n), ([t, r]) => u(d("?", r), ([e, o]) => u(d(":", o), ([i, c]) => u(d("readonly", c), ([f, a]) => u(T(a), ([I, m]) => [[
	t,
	e,
	i,
	f,
	I
], m]))))), ([t, r]) => [S$(t), r]);
const ZE = (n) => u(u(q(n), ([t, r]) => u(d(":", r), ([e, o]) => u(d("readonly", o), ([i, c]) => u(T(c), ([f, a]) => [[
	t,
	e,
	i,
	f
], a])))), ([t, r]) => [L$(t), r]);
const YE = (n) => u(u(q(n), ([t, r]) => u(d("?", r), ([e, o]) => u(d(":", o), ([i, c]) => u(T(c), ([f, a]) => [[
	t,
	e,
	i,
	f
], a])))), ([t, r]) => [F$(t), r]);
const JE = (n) => u(u(q(n), ([t, r]) => u(d(":", r), ([e, o]) => u(T(o), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [N$(t), r]);
const Is = (n) => u(u(VE(n), ([t, r]) => [t, r], () => u(ZE(n), ([t, r]) => [t, r], () => u(YE(n), ([t, r]) => [t, r], () => u(JE(n), ([t, r]) => [t, r], () => [])))), ([t, r]) => [x$(t), r]);
const ms = (n) => u(u(u(d("...", n), ([t, r]) => u(Is(r), ([e, o]) => [[t, e], o])), ([t, r]) => [t, r], () => u(u(Is(n), ([t, r]) => [[t], r]), ([t, r]) => [t, r], () => [])), ([t, r]) => [B$(t), r]);
const ps = (n, t = []) => u(u(d(",", n), ([r, e]) => u(ms(e), ([o, i]) => [[r, o], i])), ([r, e]) => ps(e, [...t, r]), () => [t, n]);
const $s = (n) => u(u(u(ms(n), ([t, r]) => u(ps(r), ([e, o]) => u(u(d(",", o), ([i, c]) => [[i], c], () => [[], o]), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [t, r], () => u([[], n], ([t, r]) => [t, r], () => [])), ([t, r]) => [D$(t), r]);
const XE = (n) => u(u(d("(", n), ([t, r]) => u($s(r), ([e, o]) => u(d(")", o), ([i, c]) => u(d("=>", c), ([f, a]) => u(T(a), ([I, m]) => [[
	t,
	e,
	i,
	f,
	I
], m]))))), ([t, r]) => [U$(t), r]);
const QE = (n) => u(u(d("new", n), ([t, r]) => u(d("(", r), ([e, o]) => u($s(o), ([i, c]) => u(d(")", c), ([f, a]) => u(d("=>", a), ([I, m]) => u(T(m), ([b, j]) => [[
	t,
	e,
	i,
	f,
	I,
	b
], j])))))), ([t, r]) => [w$(t), r]);
const vE = (n) => u(u(u(d("+", n), ([t, r]) => u(d("readonly", r), ([e, o]) => [[t, e], o])), ([t, r]) => [t, r], () => u(u(d("-", n), ([t, r]) => u(d("readonly", r), ([e, o]) => [[t, e], o])), ([t, r]) => [t, r], () => u(u(d("readonly", n), ([t, r]) => [[t], r]), ([t, r]) => [t, r], () => u([[], n], ([t, r]) => [t, r], () => [])))), ([t, r]) => [K$(t), r]);
const nR = (n) => u(u(u(d("+", n), ([t, r]) => u(d("?", r), ([e, o]) => [[t, e], o])), ([t, r]) => [t, r], () => u(u(d("-", n), ([t, r]) => u(d("?", r), ([e, o]) => [[t, e], o])), ([t, r]) => [t, r], () => u(u(d("?", n), ([t, r]) => [[t], r]), ([t, r]) => [t, r], () => u([[], n], ([t, r]) => [t, r], () => [])))), ([t, r]) => [h$(t), r]);
const tR = (n) => u(u(u(d("as", n), ([t, r]) => u(T(r), ([e, o]) => [[t, e], o])), ([t, r]) => [t, r], () => u([[], n], ([t, r]) => [t, r], () => [])), ([t, r]) => [z$(t), r]);
const rR = (n) => u(u(d("{", n), ([t, r]) => u(vE(r), ([e, o]) => u(d("[", o), ([i, c]) => u(q(c), ([f, a]) => u(d("in", a), ([I, m]) => u(T(m), ([b, j]) => u(tR(j), ([Sn, Ee]) => u(d("]", Ee), ([Jf, Xf]) => u(nR(Xf), ([Qf, vf]) => u(d(":", vf), ([nd, td]) => u(T(td), ([rd, ed]) => u(Vc(ed), ([od, ud]) => u(d("}", ud), ([id, cd]) => [[
	t,
	e,
	i,
	f,
	I,
	b,
	Sn,
	Jf,
	Qf,
	nd,
	rd,
	od,
	id
], cd]))))))))))))), ([t, r]) => [j$(t), r]);
const eR = (n) => u(q(n), ([t, r]) => [k$(t), r]);
const oR = (n) => u(hc(n), ([t, r]) => [G$(t), r]);
const uR = (n) => u(wo(n), ([t, r]) => [W$(t), r]);
const iR = (n) => u(u(d("true", n), ([t, r]) => [t, r], () => u(d("false", n), ([t, r]) => [t, r], () => [])), ([t, r]) => [q$(t), r]);
const cR = (n) => u(Ko(["\"", "'"], n), ([t, r]) => [H$(t), r]);
const sR = (n) => u(d("null", n), ([t, r]) => [V$(t), r]);
const fR = (n) => u(d("undefined", n), ([t, r]) => [void 0, r]);
const gs = (n) => u(u(us(n), ([t, r]) => u(d(":", r), ([e, o]) => u(ko(o), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [Y$(t), r]);
const Es = (n, t = []) => u(u(me(n), ([r, e]) => u(gs(e), ([o, i]) => [[r, o], i])), ([r, e]) => Es(e, [...t, r]), () => [t, n]);
const dR = (n) => u(u(u(gs(n), ([t, r]) => u(Es(r), ([e, o]) => u(u(me(o), ([i, c]) => [[i], c], () => [[], o]), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [t, r], () => u([[], n], ([t, r]) => [t, r], () => [])), ([t, r]) => [J$(t), r]);
const Rs = (n) => u(u(d("{", n), ([t, r]) => u(dR(r), ([e, o]) => u(d("}", o), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [Q$(t), r]);
const Cs = (n, t = []) => u(u(d(",", n), ([r, e]) => u(ko(e), ([o, i]) => [[r, o], i])), ([r, e]) => Cs(e, [...t, r]), () => [t, n]);
const aR = (n) => u(u(u(ko(n), ([t, r]) => u(Cs(r), ([e, o]) => u(u(d(",", o), ([i, c]) => [[i], c], () => [[], o]), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [t, r], () => u([[], n], ([t, r]) => [t, r], () => [])), ([t, r]) => [v$(t), r]);
const lR = (n) => u(u(d("[", n), ([t, r]) => u(aR(r), ([e, o]) => u(d("]", o), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [ng(t), r]);
const ko = (n) => u(u(oR(n), ([t, r]) => [t, r], () => u(uR(n), ([t, r]) => [t, r], () => u(iR(n), ([t, r]) => [t, r], () => u(cR(n), ([t, r]) => [t, r], () => u(sR(n), ([t, r]) => [t, r], () => u(fR(n), ([t, r]) => [t, r], () => u(Rs(n), ([t, r]) => [t, r], () => u(lR(n), ([t, r]) => [t, r], () => [])))))))), ([t, r]) => [tg(t), r]);
const IR = (n) => u(d("-?(?:0|[1-9][0-9]*)n", n), ([t, r]) => [rg(t), r]);
const mR = (n) => u(d(".*", n), ([t, r]) => [eg(t), r]);
const pR = (n) => u(d("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?", n), ([t, r]) => [og(t), r]);
const $R = (n) => u(d("-?(?:0|[1-9][0-9]*)", n), ([t, r]) => [ug(t), r]);
const gR = (n) => u(d("(?!)", n), ([t, r]) => [ig(t), r]);
const ER = (n) => u(eE([
	"-?(?:0|[1-9][0-9]*)n",
	".*",
	"-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?",
	"-?(?:0|[1-9][0-9]*)",
	"(?!)",
	"(",
	")",
	"$",
	"|"
], n), ([t, r]) => [cg(t), r]);
const RR = (n) => u(u(IR(n), ([t, r]) => [t, r], () => u(mR(n), ([t, r]) => [t, r], () => u(pR(n), ([t, r]) => [t, r], () => u($R(n), ([t, r]) => [t, r], () => u(gR(n), ([t, r]) => [t, r], () => u(CR(n), ([t, r]) => [t, r], () => u(ER(n), ([t, r]) => [t, r], () => []))))))), ([t, r]) => [sg(t), r]);
const CR = (n) => u(u(d("(", n), ([t, r]) => u(Wo(r), ([e, o]) => u(d(")", o), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [fg(t), r]);
const Ps = (n) => u(u(u(Go(n), ([t, r]) => u(d("|", r), ([e, o]) => u(Ps(o), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [t, r], () => u(u(Go(n), ([t, r]) => [[t], r]), ([t, r]) => [t, r], () => u([[], n], ([t, r]) => [t, r], () => []))), ([t, r]) => [dg(t), r]);
const Go = (n) => u(u(RR(n), ([t, r]) => u(Wo(r), ([e, o]) => [[t, e], o])), ([t, r]) => [ag(t), r]);
const Wo = (n) => u(u(Ps(n), ([t, r]) => [t, r], () => u(Go(n), ([t, r]) => [t, r], () => [])), ([t, r]) => [lg(t), r]);
const PR = (n) => u(u(d("^", n), ([t, r]) => u(Wo(r), ([e, o]) => u(d("$", o), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [Ig(t), r]);
const As = (n, t = []) => u(u(d(",", n), ([r, e]) => u(T(e), ([o, i]) => [[r, o], i])), ([r, e]) => As(e, [...t, r]), () => [t, n]);
const AR = (n) => u(u(u(T(n), ([t, r]) => u(As(r), ([e, o]) => u(u(d(",", o), ([i, c]) => [[i], c], () => [[], o]), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [t, r], () => u([[], n], ([t, r]) => [t, r], () => [])), ([t, r]) => [mg(t), r]);
const Ts = (n) => u(u(u(d("extends", n), ([t, r]) => u(AR(r), ([e, o]) => [[t, e], o])), ([t, r]) => [t, r], () => u([[], n], ([t, r]) => [t, r], () => [])), ([t, r]) => [pg(t), r]);
const TR = (n) => u(u(d("interface", n), ([t, r]) => u(q(r), ([e, o]) => u(ho(o), ([i, c]) => u(Ts(c), ([f, a]) => u(jo(a), ([I, m]) => [[
	t,
	e,
	i,
	f,
	I
], m]))))), ([t, r]) => [$g(t), r]);
const bR = (n) => u(u(d("interface", n), ([t, r]) => u(q(r), ([e, o]) => u(Ts(o), ([i, c]) => u(jo(c), ([f, a]) => [[
	t,
	e,
	i,
	f
], a])))), ([t, r]) => [gg(t), r]);
const OR = (n) => u(u(d("type", n), ([t, r]) => u(q(r), ([e, o]) => u(ho(o), ([i, c]) => u(d("=", c), ([f, a]) => u(T(a), ([I, m]) => [[
	t,
	e,
	i,
	f,
	I
], m]))))), ([t, r]) => [Eg(t), r]);
const MR = (n) => u(u(d("type", n), ([t, r]) => u(q(r), ([e, o]) => u(d("=", o), ([i, c]) => u(T(c), ([f, a]) => [[
	t,
	e,
	i,
	f
], a])))), ([t, r]) => [Rg(t), r]);
const _R = (n) => u(u(u(d("export", n), ([t, r]) => [[t], r]), ([t, r]) => [t, r], () => u([[], n], ([t, r]) => [t, r], () => [])), ([t, r]) => [Cg(t), r]);
const bs = (n) => u(u(u(d(";", n), ([t, r]) => u(d("\n", r), ([e, o]) => [[t, e], o])), ([t, r]) => [t, r], () => u(u(d(";", n), ([t, r]) => [[t], r]), ([t, r]) => [t, r], () => u(u(d("\n", n), ([t, r]) => [[t], r]), ([t, r]) => [t, r], () => []))), ([t, r]) => [Pg(t), r]);
const Os = (n, t = []) => u(u(bs(n), ([r, e]) => u(qo(e), ([o, i]) => [[r, o], i])), ([r, e]) => Os(e, [...t, r]), () => [t, n]);
const yR = (n) => u(u(u(qo(n), ([t, r]) => u(Os(r), ([e, o]) => u(u(bs(o), ([i, c]) => [[i], c], () => [[], o]), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [t, r], () => u([[], n], ([t, r]) => [t, r], () => [])), ([t, r]) => [Ag(t), r]);
const qo = (n) => u(u(_R(n), ([t, r]) => u(u(TR(r), ([e, o]) => [e, o], () => u(bR(r), ([e, o]) => [e, o], () => u(OR(r), ([e, o]) => [e, o], () => u(MR(r), ([e, o]) => [e, o], () => [])))), ([e, o]) => u(Vc(o), ([i, c]) => [[
	t,
	e,
	i
], c]))), ([t, r]) => [Tg(t), r]);
const SR = (n) => u(u(qo(n), ([t, r]) => u(yR(r), ([e, o]) => [[t, e], o])), ([t, r]) => [bg(t), r]);
const LR = (n) => u(u(SR(n), ([t, r]) => [t, r], () => u(UE(n), ([t, r]) => [t, r], () => u(T(n), ([t, r]) => [t, r], () => []))), ([t, r]) => [Og(t), r]);
function FR(n) {
	const t = vc(`\`${n}\``);
	return s(t.length, 2) ? t[0] : bn();
}
function NR(n) {
	return n.join("|");
}
function xR(n) {
	return n.slice(1, n.length - 1);
}
function BR(n, t, r) {
	return lt(t, `${r}${n}`);
}
function DR(n, t) {
	return lt(n, `${t}${Cm}`);
}
function UR(n, t) {
	return lt(n, `${t}${nc}`);
}
function wR(n, t) {
	return lt(n, `${t}${rc}`);
}
function KR(n, t) {
	return Er(G([U("false"), U("true")]), n, t);
}
function hR(n, t) {
	return lt(n, `${t}.*`);
}
function zR(n, t, r) {
	return lt(t, `${r}${xR(n)}`);
}
function jR(n, t, r) {
	return Er(Ho(n, {}), t, r);
}
function kR(n, t, r) {
	return Er(Zn(n), t, r);
}
function Ms(n, t, r, e = []) {
	return O(n, (o, i) => Ms(i, t, r, [...e, Er(o, [], "")]), () => lt(t, `${r}(${NR(e)})`));
}
function Er(n, t, r) {
	return Wn(n) ? kR(n.enum, t, r) : ct(n) ? UR(t, r) : Z(n) ? BR(n.const, t, r) : dr(n) ? DR(t, r) : Gt(n) ? KR(t, r) : xn(n) ? wR(t, r) : ft(n) ? hR(t, r) : yn(n) ? zR(n.pattern, t, r) : HR(n) ? jR(n.parameters[0], t, r) : _(n) ? Ms(n.anyOf, t, r) : um;
}
function lt(n, t) {
	return O(n, (r, e) => Er(r, e, t), () => t);
}
function GR(n) {
	return `^${lt(n, "")}$`;
}
function WR(n) {
	return cc(GR(n));
}
function Ho(n, t) {
	return z(n) ? A(WR(n), {}, t) : _s(n, t);
}
function qR(n, t, r, e) {
	return Ho(vn(n, t, r), e);
}
function _s(n, t = {}) {
	return F("TemplateLiteral", [n], t);
}
function HR(n) {
	return Fn(n) && l(n, "action") && s(n.action, "TemplateLiteral");
}
function ys(n) {
	return Ho(n, {});
}
function VR(n) {
	return ys(FR(n));
}
function ZR(n, t = {}) {
	return A(L(n) ? VR(n) : ys(n), {}, t);
}
function yn(n) {
	return M(n, "TemplateLiteral");
}
var YR = /* @__PURE__ */ Lr({
	ExtendsFalse: () => y,
	ExtendsTrue: () => g,
	ExtendsUnion: () => Ss,
	IsExtendsFalse: () => Yo,
	IsExtendsTrue: () => Zo,
	IsExtendsTrueLike: () => fn,
	IsExtendsUnion: () => Vo,
	Match: () => dn
});
function Ss(n) {
	return P({ ["~kind"]: "ExtendsUnion" }, { inferred: n });
}
function Vo(n) {
	return S(n) && l(n, "~kind") && l(n, "inferred") && s(n["~kind"], "ExtendsUnion") && S(n.inferred);
}
function g(n) {
	return P({ ["~kind"]: "ExtendsTrue" }, { inferred: n });
}
function Zo(n) {
	return S(n) && l(n, "~kind") && l(n, "inferred") && s(n["~kind"], "ExtendsTrue") && S(n.inferred);
}
function y() {
	return P({ ["~kind"]: "ExtendsFalse" }, {});
}
function Yo(n) {
	return S(n) && l(n, "~kind") && s(n["~kind"], "ExtendsFalse");
}
function fn(n) {
	return Vo(n) || Zo(n);
}
function dn(n, t, r) {
	return fn(n) ? t(n.inferred) : r();
}
function JR(n, t, r, e) {
	return dn(h(n, r, e), (o) => g(X(X(n, o), { [t]: r })), () => y());
}
function XR(n, t) {
	return g(n);
}
function QR(n, t, r, e, o) {
	return dn(h(n, t, r), (i) => dn(h(i, t, e), (c) => g(c), () => y()), () => dn(h(n, t, o), (i) => g(i), () => y()));
}
function vR(n, t, r) {
	return h(n, t, Zn(r));
}
function Ls(n, t, r) {
	return O(r, (e, o) => dn(h(n, t, e), (i) => Ls(i, t, o), () => y()), () => g(n));
}
function nC(n, t, r) {
	return h(n, t, Yn(r));
}
function Fs(n, t, r) {
	return O(r, (e, o) => dn(h(n, t, e), (i) => g(i), () => Fs(n, t, o)), () => y());
}
function v(n, t, r) {
	return Cn(r) ? XR(n, t) : Mn(r) ? QR(n, t, r.if, r.then, r.else) : Wn(r) ? vR(n, t, r.enum) : An(r) ? JR(n, r.name, t, r.extends) : Q(r) ? Ls(n, t, r.allOf) : yn(r) ? nC(n, t, r.pattern) : _(r) ? Fs(n, t, r.anyOf) : On(r) ? g(n) : y();
}
function tC(n, t, r) {
	return An(r) ? v(n, t, r) : Cn(r) ? g(n) : On(r) ? g(n) : Ss(n);
}
function rC(n, t) {
	const r = te(n);
	const e = te(t);
	return r && e ? true : !r && e ? true : r && !e ? false : true;
}
function eC(n, t, r, e) {
	return Rn(e) ? rC(t, e) ? h(n, r, e.items) : y() : v(n, t, e);
}
function oC(n, t, r) {
	return dr(r) ? g(n) : v(n, t, r);
}
function uC(n, t, r) {
	return Gt(r) ? g(n) : v(n, t, r);
}
function iC(n, t, r, e, o) {
	const i = An(e) ? t : e;
	const c = An(e) ? e : t;
	const f = Pn(t);
	const a = Pn(e);
	return !f && a ? y() : dn(h(n, i, c), (I) => Jo(I, r, o), () => y());
}
function cC(n, t, r, e) {
	return O(e, (o, i) => iC(n, t, r, o, i), () => Pn(t) ? g(n) : y());
}
function sC(n, t, r) {
	return O(t, (e, o) => cC(n, e, o, r), () => g(n));
}
function Jo(n, t, r) {
	return sC(n, t, r);
}
function Ns(n, t, r) {
	return $r(r) ? g(n) : h(n, t, r);
}
function fC(n, t, r, e) {
	return Cn(e) ? g(n) : On(e) ? g(n) : Kn(e) ? dn(Jo(n, t, e["parameters"]), (o) => Ns(o, r, e["instanceType"]), () => y()) : y();
}
function dC(n, t, r, e, o) {
	return dn(h(n, t, o), () => h(n, r, o), () => h(n, e, o));
}
function aC(n, t, r) {
	return h(n, Zn(t), r);
}
function lC(n, t, r, e) {
	return Cn(e) ? g(n) : On(e) ? g(n) : hn(e) ? dn(Jo(n, t, e["parameters"]), (o) => Ns(o, r, e["returnType"]), () => y()) : y();
}
function IC(n, t, r) {
	return ct(r) ? g(n) : xn(r) ? g(n) : v(n, t, r);
}
function mC(n, t, r) {
	return h(n, Tn(t), r);
}
function pe(n, t, r) {
	return t === r ? g(n) : y();
}
function pC(n, t, r) {
	return Z(r) ? pe(n, t, r.const) : dr(r) ? g(n) : v(n, U(t), r);
}
function $C(n, t, r) {
	return Z(r) ? pe(n, t, r.const) : Gt(r) ? g(n) : v(n, U(t), r);
}
function gC(n, t, r) {
	return Z(r) ? pe(n, t, r.const) : xn(r) ? g(n) : v(n, U(t), r);
}
function EC(n, t, r) {
	return Z(r) ? pe(n, t, r.const) : ft(r) ? g(n) : v(n, U(t), r);
}
function RC(n, t, r) {
	return ln(t.const) ? pC(n, t.const, r) : Dn(t.const) ? $C(n, t.const, r) : w(t.const) ? gC(n, t.const, r) : L(t.const) ? EC(n, t.const, r) : bn();
}
function CC(n, t, r) {
	return An(r) ? v(n, t, r) : g(n);
}
function PC(n, t, r) {
	return Oo(r) ? g(n) : v(n, t, r);
}
function AC(n, t, r) {
	return xn(r) ? g(n) : v(n, t, r);
}
function TC(n, t, r) {
	return Pn(t) ? Pn(r) ? g(n) : y() : g(n);
}
function bC(n, t, r) {
	return An(r) && jt(r.extends) ? y() : dn(h(n, t, r), (e) => TC(e, t, r), () => y());
}
function OC(n, t) {
	return n.reduce((r, e) => {
		return e in t ? fn(t[e]) ? {
			...r,
			...t[e].inferred
		} : bn() : bn();
	}, {});
}
function MC(n, t, r) {
	const e = {};
	for (const c of E(r)) e[c] = c in t ? bC({}, t[c], r[c]) : Pn(r[c]) ? An(r[c]) ? g(X(n, { [r[c].name]: r[c].extends })) : g(n) : y();
	const o = Oe(e).every((c) => fn(c));
	const i = o ? OC(E(e), e) : {};
	return o ? g(i) : y();
}
function _C(n, t, r) {
	const e = MC(n, t, r);
	return fn(e) ? g(X(n, e.inferred)) : y();
}
function yC(n, t, r) {
	return _C(n, t, r);
}
function SC(n, t) {
	return E(t).reduce((r, e) => {
		return {
			...r,
			[e]: l(n, e) ? _(r[e]) ? G([...r[e].anyOf, t[e]]) : G([n[e], t[e]]) : t[e]
		};
	}, n);
}
function xs(n, t, r, e) {
	return O(t, (o, i) => dn(h({}, n[o], r), (c) => xs(n, i, r, SC(e, c)), () => y()), () => g(e));
}
function LC(n, t, r, e) {
	return xs(t, E(t), e, n);
}
function FC(n, t, r) {
	return Jn(r) ? LC(n, t, Ot(r), at(r)) : en(r) ? yC(n, t, r.properties) : v(n, B(t), r);
}
function NC(n, t) {
	return s(E(t).length, 0) ? g(n) : y();
}
function xC(n, t, r, e, o) {
	return h(n, r, o);
}
function BC(n, t, r, e) {
	return Jn(e) ? xC(n, yo(t), r, yo(Ot(e)), at(e)) : en(e) ? NC(n, e.properties) : Cn(e) ? g(n) : On(e) ? g(n) : y();
}
function DC(n, t, r) {
	return ft(r) ? g(n) : v(n, t, r);
}
function UC(n, t, r) {
	return ee(r) ? g(n) : v(n, t, r);
}
function wC(n, t, r) {
	return h(n, Yn(t), r);
}
function Xo(n, t) {
	return P({ "~kind": "Inferrable" }, {
		name: n,
		type: t
	}, {});
}
function Qo(n) {
	return S(n) && l(n, "~kind") && l(n, "name") && l(n, "type") && s(n["~kind"], "Inferrable") && L(n.name) && S(n.type);
}
function Bs(n) {
	return de(n) ? An(n.items) ? Rn(n.items.extends) ? Xo(n.items.name, n.items.extends.items) : On(n.items.extends) ? Xo(n.items.name, n.items.extends) : void 0 : bn() : void 0;
}
function Ds(n) {
	return An(n) ? Xo(n.name, n.extends) : void 0;
}
function Us(n, t) {
	const r = [];
	for (const e of n) {
		if (!fn(h({}, e, t))) return void 0;
		r.push(e);
	}
	return r;
}
function KC(n, t, r, e) {
	const o = Us(r, e);
	return R(o) ? g(X(n, { [t]: _n(o) })) : y();
}
function ws(n, t, r, e) {
	const o = Us(r, e);
	return R(o) ? g(X(n, { [t]: G(o) })) : y();
}
function hC(n) {
	return [...n].reverse();
}
function vo(n, t) {
	return t ? hC(n) : n;
}
function zC(n) {
	const t = n.length > 0 ? n[0] : void 0;
	return Fn(Fn(t) ? Bs(t) : void 0);
}
function jC(n, t, r, e, o, i) {
	return dn(h(n, r, o), (c) => Ks(c, t, e, i), () => y());
}
function kC(n, t, r, e, o) {
	const i = Bs(e);
	return Qo(i) ? KC(n, i["name"], vo(r, t), i["type"]) : O(r, (c, f) => jC(n, t, c, f, e, o), () => y());
}
function GC(n, t, r, e) {
	return O(e, (o, i) => kC(n, t, r, o, i), () => s(r.length, 0) ? g(n) : y());
}
function Ks(n, t, r, e) {
	return GC(n, t, r, e);
}
function WC(n, t, r) {
	const e = Sr(n, an([], []), r);
	const o = zC(e);
	return Ks(n, o, vo(t, o), vo(e, o));
}
function qC(n, t, r) {
	for (const e of t) {
		const o = h(n, e, r);
		if (!fn(o)) return o;
		n = o.inferred;
	}
	return g(n);
}
function HC(n, t, r) {
	const e = Ds(r);
	return Qo(e) ? ws(n, e["name"], t, e["type"]) : qC(n, t, r);
}
function VC(n, t, r) {
	const e = Sr(n, an([], []), t);
	return In(r) ? WC(n, e, r.items) : Rn(r) ? HC(n, e, r.items) : v(n, _n(e), r);
}
function ZC(n, t, r) {
	return $r(r) ? g(n) : Lo(r) ? g(n) : v(n, t, r);
}
function hs(n, t, r) {
	return O(r, (e, o) => dn(h(n, t, e), (i) => g(i), () => hs(n, t, o)), () => y());
}
function nu(n, t, r) {
	return O(t, (e, o) => dn(hs(n, e, r), (i) => nu(i, o, r), () => y()), () => g(n));
}
function YC(n, t, r) {
	const e = Ds(r);
	return Qo(e) ? ws(n, e.name, t, e.type) : _(r) ? nu(n, t, r.anyOf) : nu(n, t, [r]);
}
function JC(n, t, r) {
	return An(r) ? v(n, t, r) : Cn(r) ? g(n) : On(r) ? g(n) : y();
}
function XC(n, t, r) {
	return $r(r) ? g(n) : v(n, t, r);
}
function h(n, t, r) {
	return Cn(t) ? tC(n, t, r) : Rn(t) ? eC(n, t, t.items, r) : dr(t) ? oC(n, t, r) : Gt(t) ? uC(n, t, r) : Kn(t) ? fC(n, t.parameters, t.instanceType, r) : Mn(t) ? dC(n, t.if, t.then, t.else, r) : Wn(t) ? aC(n, t.enum, r) : hn(t) ? lC(n, t.parameters, t.returnType, r) : ct(t) ? IC(n, t, r) : Q(t) ? mC(n, t.allOf, r) : Z(t) ? RC(n, t, r) : jt(t) ? CC(n, t, r) : Oo(t) ? PC(n, t, r) : xn(t) ? AC(n, t, r) : en(t) ? FC(n, t.properties, r) : Jn(t) ? BC(n, Ot(t), at(t), r) : ft(t) ? DC(n, t, r) : ee(t) ? UC(n, t, r) : yn(t) ? wC(n, t.pattern, r) : In(t) ? VC(n, t.items, r) : Lo(t) ? ZC(n, t, r) : _(t) ? YC(n, t.anyOf, r) : On(t) ? JC(n, t, r) : $r(t) ? XC(n, t, r) : y();
}
function QC(n, t) {
	return Tn([...n, B(t)]);
}
function zs(n, t, r) {
	return z(n) ? A(QC(n, t), {}, r) : tu(n, t, r);
}
function vC(n, t, r, e, o) {
	return zs(vn(n, t, r), gu(n, t, e), o);
}
function tu(n, t, r = {}) {
	return F("Interface", [n, t], r);
}
function ru(n) {
	return Fn(n) && l(n, "action") && s(n.action, "Interface");
}
function nP(n, t, r = {}) {
	return zs(n, t, r);
}
function tP(n, t, r) {
	return n.includes(r) ? true : Rr([...n, r], t, t[r]);
}
function js(n, t, r) {
	return _t(n, t, Hi(r));
}
function _t(n, t, r) {
	return O(r, (e, o) => Rr(n, t, e) ? true : _t(n, t, o), () => false);
}
function Rr(n, t, r) {
	return Nn(r) ? tP(n, t, r.$ref) : Rn(r) ? Rr(n, t, r.items) : Kn(r) ? _t(n, t, [...r.parameters, r.instanceType]) : hn(r) ? _t(n, t, [...r.parameters, r.returnType]) : ru(r) ? js(n, t, r.parameters[1]) : Q(r) ? _t(n, t, r.allOf) : en(r) ? js(n, t, r.properties) : _(r) ? _t(n, t, r.anyOf) : In(r) ? _t(n, t, r.items) : Jn(r) ? Rr(n, t, at(r)) : false;
}
function rP(n, t, r) {
	return Rr(n, t, r);
}
function eP(n, t) {
	return t.reduce((r, e) => {
		return rP([e], n, n[e]) ? [...r, e] : r;
	}, []);
}
function oP(n) {
	return eP(n, qi(n));
}
function uP(n, t, r) {
	return r.includes(t) ? r : t in n ? Cr(n, n[t], [...r, t]) : bn();
}
function ks(n, t, r) {
	return qt(n, Hi(t), r);
}
function qt(n, t, r) {
	return t.reduce((e, o) => {
		return Cr(n, o, e);
	}, r);
}
function Cr(n, t, r) {
	return Nn(t) ? uP(n, t.$ref, r) : Rn(t) ? Cr(n, t.items, r) : Kn(t) ? qt(n, [...t.parameters, t.instanceType], r) : hn(t) ? qt(n, [...t.parameters, t.returnType], r) : ru(t) ? ks(n, t.parameters[1], r) : Q(t) ? qt(n, t.allOf, r) : en(t) ? ks(n, t.properties, r) : _(t) ? qt(n, t.anyOf, r) : In(t) ? qt(n, t.items, r) : Jn(t) ? Cr(n, at(t), r) : r;
}
function iP(n, t, r) {
	return Cr(n, r, [t]);
}
function cP(n) {
	return Eo();
}
function sP(n) {
	return E(n).reduce((t, r) => {
		return {
			...t,
			[r]: yt(n[r])
		};
	}, {});
}
function Pr(n) {
	return n.reduce((t, r) => {
		return [...t, yt(r)];
	}, []);
}
function yt(n) {
	return Nn(n) ? cP(n.$ref) : Rn(n) ? it(yt(n.items), ki(n)) : Kn(n) ? ir(Pr(n.parameters), yt(n.instanceType)) : hn(n) ? cr(Pr(n.parameters), yt(n.returnType)) : Q(n) ? qn(Pr(n.allOf)) : en(n) ? B(sP(n.properties)) : Jn(n) ? _o(So(n), yt(at(n))) : _(n) ? G(Pr(n.anyOf)) : In(n) ? _n(Pr(n.items)) : n;
}
function fP(n, t) {
	return t in n ? yt(n[t]) : gn();
}
function dP(n) {
	return fP(n.$defs, n.$ref);
}
function aP(n, t, r) {
	const e = vn(n, an([], []), t);
	const o = gu({}, an([], []), r);
	return Tn([...e, B(o)]);
}
function lP(n, t) {
	return E(n).filter((r) => t.includes(r)).reduce((r, e) => {
		const o = n[e];
		const i = ru(o) ? aP(n, o.parameters[0], o.parameters[1]) : o;
		return {
			...r,
			[e]: i
		};
	}, {});
}
function IP(n, t, r) {
	return fr(lP(n, iP(n, t, r)), t);
}
function Gs(n, t) {
	return t in n ? Nn(n[t]) ? Gs(n, n[t].$ref) : n[t] : rn();
}
function Ar(n, t) {
	return Gs(n, t);
}
function Ws(n) {
	return Gn(n) ? dP(n) : Zi(n) ? gn() : n;
}
function Qn(n, t, r) {
	return h(n, Ws(t), Ws(r));
}
function qs(n, t) {
	const r = [Qn({}, n, t), Qn({}, t, n)];
	return fn(r[0]) && fn(r[1]) ? 0 : fn(r[0]) && Yo(r[1]) ? 2 : Yo(r[0]) && fn(r[1]) ? 3 : 1;
}
function eu(n, t, r = [], e = t) {
	return O(t, (o, i) => {
		const c = qs(n, o);
		return s(c, 2) || s(c, 0) ? e : s(c, 1) ? eu(n, i, [...r, o], e) : eu(n, i, r, e);
	}, () => [...r, n]);
}
function mP(n, t, r) {
	const e = Tt(n);
	return Cn(e) ? [e] : On(e) ? [e] : jt(e) ? $e(t, r) : en(e) ? $e(t, [...r, e]) : $e(t, eu(e, r));
}
function $e(n, t = []) {
	return O(n, (r, e) => mP(r, e, t), () => t);
}
function Hs(n) {
	return ie($e(n));
}
function Vs(n, t) {
	return A(Tt(n), {}, t);
}
function pP(n, t, r, e) {
	return Vs($(n, t, r), e);
}
function Tr(n, t = []) {
	return zt(n) && s(n.action, "Conditional") ? Nn(n.parameters[0]) ? Tr(n.parameters[2], Tr(n.parameters[3], [...t, n.parameters[0]["$ref"]])) : Tr(n.parameters[2], Tr(n.parameters[3], t)) : zt(n) && s(n.action, "Mapped") ? zt(n.parameters[1]) && s(n.parameters[1].action, "KeyOf") && Nn(n.parameters[1].parameters[0]) ? [...t, n.parameters[1].parameters[0]["$ref"]] : t : t;
}
function $P(n, t) {
	return n.reduce((r, e) => [...r, t.includes(e.name)], []);
}
function Zs(n, t, r = []) {
	return O(n, (e, o) => O(t, (i, c) => Zs(o, c, [...r, [i, e]]), () => r), () => r);
}
function gP(n) {
	return yn(n) ? Yn(n.pattern) : Wn(n) ? Zn(n.enum) : n;
}
function EP(n) {
	const t = gP(n);
	return _(t) ? [...t.anyOf] : [t];
}
function RP(n, t) {
	return n.reduce((r, e) => [...r, [...e, t]], []);
}
function Ys(n, t) {
	return t.reduce((r, e) => {
		return [...r, ...RP(n, e)];
	}, []);
}
function Js(n) {
	return n.reduce((t, r) => {
		return s(r[0], true) ? Ys(t, EP(r[1])) : Ys(t, [r[1]]);
	}, [[]]);
}
function CP(n, t, r) {
	const e = Zs(t, $P(n, Tr(r)));
	return zt(r) && s(r.action, "Conditional") ? Js(e) : zt(r) && s(r.action, "Mapped") ? Js(e) : [t];
}
function PP() {
	return ["(not-resolvable)", rn()];
}
function AP() {
	return ["(not-generic)", rn()];
}
function TP(n, t, r) {
	return [n, sr(t, r)];
}
function bP(n, t, r) {
	return t in n ? Xs(n, t, n[t], r) : PP();
}
function Xs(n, t, r, e) {
	return go(r) ? TP(t, r.parameters, r.expression) : Nn(r) ? bP(n, r.$ref, e) : AP();
}
function OP(n, t, r) {
	return Xs(n, "(anonymous)", t, r);
}
function MP(n, t, r) {
	if (An(t) || su(t) || fn(Qn({}, t, r))) return;
	const e = {
		parameter: n,
		expect: r,
		actual: t
	};
	throw new Error(`Argument for parameter ${n} does not satisfy constraint`, { cause: e });
}
function Qs(n, t, r, e, o) {
	const i = $(n, t, o);
	MP(r, i, e);
	return X(n, { [r]: i });
}
function _P(n, t, r, e, o) {
	const i = $(n, t, r.extends);
	const c = $(n, t, r.equals);
	return O(o, (f, a) => ou(Qs(n, t, r["name"], i, f), t, e, a), () => ou(Qs(n, t, r["name"], i, c), t, e, []));
}
function ou(n, t, r, e) {
	return O(r, (o, i) => _P(n, t, o, i, e), () => n);
}
function yP(n, t, r, e) {
	return ou(n, t, r, e);
}
let uu = 0;
let iu = 0;
function SP() {
	if (Nr(iu, Bt().maxInstantiationCount)) return;
	throw Error("Type instantiation is excessively deep and possibly infinite");
}
function LP() {
	SP();
	iu++;
	uu++;
}
function FP() {
	uu--;
	if (s(uu, 0)) iu = 0;
}
function NP(n) {
	return Zt(n.callstack.length, 0) ? n.callstack[n.callstack.length - 1] : "";
}
function xP(n, t) {
	return s(NP(n), t);
}
function BP(n, t, r, e, o, i) {
	LP();
	try {
		const c = yP(n, t, e, i);
		const f = $(c, an([...t["callstack"], r["$ref"]], t["visited"]), o);
		return $(c, an([], []), f);
	} finally {
		FP();
	}
}
function DP(n, t, r, e, o, i) {
	return i.reduce((c, f) => {
		const a = BP(n, t, r, e, o, f);
		return [...c, a];
	}, []);
}
function UP(n, t, r, e, o, i) {
	const c = DP(n, t, r, e, o, CP(e, i, o));
	return s(c.length, 1) ? c[0] : zn(c);
}
function vs(n, t, r, e) {
	const o = vn(n, t, e);
	const i = OP(n, r, e);
	const c = i[0];
	const f = i[1];
	return go(f) ? xP(t, c) ? cu(At(c), o) : UP(n, t, At(c), f.parameters, f.expression, o) : cu(r, o);
}
function cu(n, t) {
	return P({ ["~kind"]: "Call" }, {
		type: "call",
		target: n,
		arguments: t
	}, {});
}
function wP(n, t) {
	return vs({}, an([], []), n, t);
}
function su(n) {
	return M(n, "Call");
}
function KP(n) {
	return Ln(n, ["~immutable"]);
}
function hP(n, t) {
	return A(KP(n), {}, t);
}
function zP(n, t, r, e) {
	return hP($(n, t, r), e);
}
function jP(n, t) {
	return n(t);
}
function kP(n, t) {
	return L(t) ? U(jP(n, t)) : U(t);
}
function GP(n, t) {
	return Ht(n, Yn(t));
}
function WP(n, t) {
	return G(t.map((e) => Ht(n, e)));
}
function Ht(n, t) {
	return Z(t) ? kP(n, t.const) : yn(t) ? GP(n, t.pattern) : _(t) ? WP(n, t.anyOf) : t;
}
function nf(n, t = {}) {
	return F("Capitalize", [n], t);
}
function qP(n, t = {}) {
	return of(n, t);
}
function tf(n, t = {}) {
	return F("Lowercase", [n], t);
}
function HP(n, t = {}) {
	return uf(n, t);
}
function rf(n, t = {}) {
	return F("Uncapitalize", [n], t);
}
function VP(n, t = {}) {
	return cf(n, t);
}
function ef(n, t = {}) {
	return F("Uppercase", [n], t);
}
function ZP(n, t = {}) {
	return sf(n, t);
}
const YP = (n) => n[0].toUpperCase() + n.slice(1);
const JP = (n) => n.toLowerCase();
const XP = (n) => n[0].toLowerCase() + n.slice(1);
const QP = (n) => n.toUpperCase();
function of(n, t) {
	return z([n]) ? A(Ht(YP, n), {}, t) : nf(n, t);
}
function uf(n, t) {
	return z([n]) ? A(Ht(JP, n), {}, t) : tf(n, t);
}
function cf(n, t) {
	return z([n]) ? A(Ht(XP, n), {}, t) : rf(n, t);
}
function sf(n, t) {
	return z([n]) ? A(Ht(QP, n), {}, t) : ef(n, t);
}
function vP(n, t, r, e) {
	return of($(n, t, r), e);
}
function nA(n, t, r, e) {
	return uf($(n, t, r), e);
}
function tA(n, t, r, e) {
	return cf($(n, t, r), e);
}
function rA(n, t, r, e) {
	return sf($(n, t, r), e);
}
function ff(n, t, r, e, o = {}) {
	return F("Conditional", [
		n,
		t,
		r,
		e
	], o);
}
function eA(n, t, r, e, o = {}) {
	return df({}, an([], []), n, t, r, e, o);
}
function oA(n, t, r, e, o, i) {
	const c = Qn(n, r, e);
	return Vo(c) ? G([$(c.inferred, t, o), $(n, t, i)]) : Zo(c) ? $(c.inferred, t, o) : $(n, t, i);
}
function df(n, t, r, e, o, i, c) {
	return z([r, e]) ? A(oA(n, t, r, e, o, i), {}, c) : ff(r, e, o, i, c);
}
function uA(n, t, r, e, o, i, c) {
	return df(n, t, $(n, t, r), $(n, t, e), o, i, c);
}
function af(n, t = {}) {
	return F("ConstructorParameters", [n], t);
}
function iA(n, t = {}) {
	return lf(n, t);
}
function cA(n) {
	const t = Kn(n) ? n["parameters"] : [];
	return _n(Sr({}, an([], []), t));
}
function lf(n, t) {
	return z([n]) ? A(cA(n), {}, t) : af(n, t);
}
function sA(n, t, r, e) {
	return lf($(n, t, r), e);
}
function If(n, t, r = {}) {
	return F("Exclude", [n, t], r);
}
function fA(n, t, r = {}) {
	return fu(n, t, r);
}
function fu(n, t, r) {
	return z([n, t]) ? A(Cc(n, t), {}, r) : If(n, t, r);
}
function dA(n, t, r, e, o) {
	return fu($(n, t, r), $(n, t, e), o);
}
function mf(n, t, r = {}) {
	return F("Extract", [n, t], r);
}
function aA(n, t, r = {}) {
	return $f(n, t, r);
}
function lA(n, t) {
	return fn(Qn({}, n, t)) ? [n] : [];
}
function pf(n, t, r = []) {
	return O(n, (e, o) => pf(o, t, [...r, ...lA(e, t)]), () => r);
}
function IA(n, t) {
	const r = Tt(n);
	return zn(pf(_(r) ? r.anyOf : [r], t));
}
function $f(n, t, r) {
	return z([n, t]) ? A(IA(n, t), {}, r) : mf(n, t, r);
}
function mA(n, t, r, e, o) {
	return $f($(n, t, r), $(n, t, e), o);
}
function pA(n) {
	return n.reduce((t, r) => {
		return tc(r) ? [...t, U(r)] : t;
	}, []);
}
function du(n) {
	return G(pA(n));
}
function au(n, t, r = {}) {
	return F("Index", [n, t], r);
}
function $A(n, t, r = {}) {
	return Tf(n, R(t) ? du(t) : t, r);
}
function gA(n, t) {
	return St(Ar(n, t));
}
function EA(n, t, r) {
	return St(Wt(n, t, r));
}
function RA(n, t) {
	const r = E(n).filter((I) => !l(t, I));
	const e = E(t).filter((I) => !l(n, I));
	const o = E(n).filter((I) => l(t, I));
	const i = r.reduce((I, m) => ({
		...I,
		[m]: n[m]
	}), {});
	const c = e.reduce((I, m) => ({
		...I,
		[m]: t[m]
	}), {});
	const f = o.reduce((I, m) => ({
		...I,
		[m]: mc(n[m], t[m])
	}), {});
	return X(X(i, c), f);
}
function CA(n) {
	return n.reduce((t, r) => {
		return RA(t, St(r));
	}, {});
}
function PA(n) {
	return n;
}
function AA(n) {
	return St(Km(_n(n)));
}
function TA(n, t) {
	return E(n).filter((r) => r in t).reduce((r, e) => {
		return {
			...r,
			[e]: Gm(n[e], t[e])
		};
	}, {});
}
function gf(n, t) {
	return O(n, (r, e) => gf(e, TA(t, St(r))), () => t);
}
function bA(n) {
	return O(n, (t, r) => gf(r, St(t)), () => bn());
}
function St(n) {
	return Gn(n) ? gA(n.$defs, n.$ref) : Mn(n) ? EA(n.if, n.then, n.else) : Q(n) ? CA(n.allOf) : _(n) ? bA(n.anyOf) : In(n) ? AA(n.items) : en(n) ? PA(n.properties) : {};
}
function lu(n) {
	return B(St(n));
}
const OA = /* @__PURE__ */ new RegExp("^(?:0|[1-9][0-9]*)$");
function Iu(n) {
	const t = `${n}`;
	return OA.test(t) ? parseInt(t) : n;
}
function MA(n) {
	return U(Iu(n));
}
function Ef(n) {
	return n.map((t) => Rf(t));
}
function Rf(n) {
	return Q(n) ? qn(Ef(n.allOf)) : _(n) ? G(Ef(n.anyOf)) : Z(n) ? MA(n.const) : n;
}
function _A(n, t) {
	return fn(Qn({}, Rf(t), Vn())) ? n : Z(t) && s(t.const, "length") ? Vn() : rn();
}
function yA(n, t) {
	return Lt(Ar(n, t));
}
function SA(n, t, r) {
	return Lt(Wt(n, t, r));
}
function LA(n) {
	return Lt(Zn(n));
}
function FA(n) {
	return Lt(Tn(n));
}
function NA(n) {
	return [`${n}`];
}
function xA(n) {
	return Lt(Yn(n));
}
function BA(n) {
	return n.reduce((t, r) => {
		return [...t, ...Lt(r)];
	}, []);
}
function Lt(n) {
	return Gn(n) ? yA(n.$defs, n.$ref) : Mn(n) ? SA(n.if, n.then, n.else) : Wn(n) ? LA(n.enum) : Q(n) ? FA(n.allOf) : Z(n) ? NA(n.const) : yn(n) ? xA(n.pattern) : _(n) ? BA(n.anyOf) : [];
}
function mu(n) {
	return Lt(n);
}
function br(n, t) {
	return t.map((r) => Or(n, r));
}
function Or(n, t) {
	return Rn(t) ? it(Or(n, t.items)) : Kn(t) ? ir(br(n, t.parameters), Or(n, t.instanceType)) : hn(t) ? cr(br(n, t.parameters), Or(n, t.returnType)) : In(t) ? _n(br(n, t.items)) : _(t) ? G(br(n, t.anyOf)) : Q(t) ? qn(br(n, t.allOf)) : bc(t) ? B(n) : t;
}
function DA(n, t) {
	return Or(n, t);
}
function UA(n, t) {
	return DA(n, t in n ? n[t] : rn());
}
function Cf(n, t) {
	return t.reduce((r, e) => {
		return [...r, UA(n, e)];
	}, []);
}
function wA(n, t) {
	return zn(Cf(n, mu(t)));
}
const KA = new RegExp(pr);
function hA(n) {
	return n.filter((t) => KA.test(t));
}
function zA(n) {
	return zn(Cf(n, hA(qi(n))));
}
function jA(n, t) {
	return xn(t) ? zA(n) : wA(n, t);
}
function kA(n) {
	return U(Iu(n));
}
function Pf(n) {
	return n.map((t) => Af(t));
}
function Af(n) {
	return Q(n) ? qn(Pf(n.allOf)) : _(n) ? G(Pf(n.anyOf)) : Z(n) ? kA(n.const) : n;
}
function GA(n, t) {
	return n.reduceRight((r, e, o) => {
		return fn(Qn({}, U(o), t)) ? [e, ...r] : r;
	}, []);
}
function WA(n, t) {
	return mr(GA(n, Af(t)));
}
function qA(n) {
	return mr(n);
}
function HA(n, t) {
	return Z(t) && s(t.const, "length") ? U(n.length) : xn(t) || ct(t) ? qA(n) : WA(n, t);
}
function VA(n, t) {
	return Rn(n) ? _A(n.items, t) : en(n) ? jA(n.properties, t) : In(n) ? HA(n.items, t) : rn();
}
function ZA(n) {
	return Gn(n) || Mn(n) || Q(n) || _(n) ? lu(n) : n;
}
function Tf(n, t, r) {
	return z([n, t]) ? A(VA(ZA(n), t), {}, r) : au(n, t, r);
}
function YA(n, t, r, e, o) {
	return Tf($(n, t, r), $(n, t, e), o);
}
function bf(n, t = {}) {
	return F("InstanceType", [n], t);
}
function JA(n, t = {}) {
	return Of(n, t);
}
function XA(n) {
	return Kn(n) ? n["instanceType"] : rn();
}
function Of(n, t) {
	return z([n]) ? A(XA(n), {}, t) : bf(n, t);
}
function QA(n, t, r, e = {}) {
	return Of($(n, t, r), e);
}
function pu(n, t = {}) {
	return F("KeyOf", [n], t);
}
function vA(n, t = {}) {
	return Mf(n, t);
}
function nT() {
	return G([
		Vn(),
		st(),
		Mo()
	]);
}
function tT(n) {
	return Vn();
}
function rT(n) {
	return n.reduce((t, r) => {
		return tc(r) ? [...t, U(Iu(r))] : bn();
	}, []);
}
function eT(n) {
	return mr(rT(E(n)));
}
function oT(n) {
	return So(n);
}
function uT(n) {
	return mr(n.map((r, e) => U(e)));
}
function iT(n) {
	return Cn(n) ? nT() : Rn(n) ? tT(n.items) : en(n) ? eT(n.properties) : Jn(n) ? oT(n) : In(n) ? uT(n.items) : rn();
}
function cT(n) {
	return Gn(n) || Mn(n) || Q(n) || _(n) ? lu(n) : n;
}
function Mf(n, t) {
	return z([n]) ? A(iT(cT(n)), {}, t) : pu(n, t);
}
function sT(n, t, r, e) {
	return Mf($(n, t, r), e);
}
function $u(n, t, r, e, o = {}) {
	return F("Mapped", [
		n,
		t,
		r,
		e
	], o);
}
function fT(n, t, r, e, o = {}) {
	return _f({}, an([], []), n, t, r, e, o);
}
function dT(n) {
	return ge(Yn(n));
}
function aT(n) {
	return n.reduce((t, r) => {
		return [...t, ...ge(r)];
	}, []);
}
function lT(n) {
	return ge(Zn(n));
}
function IT(n) {
	return w(n) ? [U(`${n}`)] : [U(n)];
}
function ge(n) {
	return Wn(n) ? lT(n.enum) : Z(n) ? IT(n.const) : yn(n) ? dT(n.pattern) : _(n) ? aT(n.anyOf) : [n];
}
function mT(n) {
	return ge(n);
}
function pT(n) {
	return yn(n) ? Yn(n.pattern) : n;
}
function $T(n, t, r, e, o, i) {
	const c = X(n, { [r["name"]]: e });
	const f = pT($(c, t, o));
	const a = $(c, t, i);
	return bm(f) || Om(f) ? { [f.const]: a } : {};
}
function gT(n, t, r, e, o, i) {
	return e.reduce((c, f) => {
		return [...c, $T(n, t, r, f, o, i)];
	}, []);
}
function ET(n) {
	return n.reduce((t, r) => {
		return [...t, B(r)];
	}, []);
}
function RT(n, t, r, e, o, i) {
	return Tn(ET(gT(n, t, r, mT(e), o, i)));
}
function _f(n, t, r, e, o, i, c) {
	return z([e]) ? A(RT(n, t, r, e, o, i), {}, c) : $u(r, e, o, i, c);
}
function CT(n, t, r, e, o, i, c) {
	return _f(n, t, r, $(n, t, e), o, i, c);
}
function PT(n, t, r) {
	const e = X(n, t);
	return E(t).filter((o) => r.includes(o)).reduce((o, i) => {
		return {
			...o,
			[i]: IP(e, i, t[i])
		};
	}, {});
}
function AT(n, t, r) {
	const e = X(n, t);
	return E(t).filter((o) => !r.includes(o)).reduce((o, i) => {
		return {
			...o,
			[i]: $(e, an([], []), t[i])
		};
	}, {});
}
function TT(n, t, r) {
	const e = oP(t);
	const o = PT(n, t, e);
	const i = AT(n, t, e);
	return A({
		...o,
		...i
	}, {}, r);
}
function yf(n, t, r, e) {
	return TT(n, r, e);
}
function Sf(n, t = {}) {
	return F("NonNullable", [n], t);
}
function bT(n, t = {}) {
	return Lf(n, t);
}
function OT(n) {
	return fu(n, G([re(), ae()]), {});
}
function Lf(n, t) {
	return z([n]) ? A(OT(n), {}, t) : Sf(n, t);
}
function MT(n, t, r, e) {
	return Lf($(n, t, r), e);
}
function Ff(n, t, r = {}) {
	return F("Omit", [n, t], r);
}
function _T(n, t, r = {}) {
	return xf(n, R(t) ? du(t) : t, r);
}
function Nf(n) {
	const t = lu(n);
	return en(t) ? t.properties : bn();
}
function yT(n, t) {
	return E(n).reduce((r, e) => {
		return t.includes(e) ? r : {
			...r,
			[e]: n[e]
		};
	}, {});
}
function ST(n, t) {
	return B(yT(Nf(n), mu(t)));
}
function xf(n, t, r) {
	return z([n, t]) ? A(ST(n, t), {}, r) : Ff(n, t, r);
}
function LT(n, t, r, e, o) {
	return xf($(n, t, r), $(n, t, e), o);
}
function Bf(n, t = {}) {
	return F("Parameters", [n], t);
}
function FT(n, t = {}) {
	return Df(n, t);
}
function NT(n) {
	const t = hn(n) ? n["parameters"] : [];
	return _n(Sr({}, an([], []), t));
}
function Df(n, t) {
	return z([n]) ? A(NT(n), {}, t) : Bf(n, t);
}
function xT(n, t, r, e) {
	return Df($(n, t, r), e);
}
function Uf(n, t = {}) {
	return F("Partial", [n], t);
}
function BT(n, t = {}) {
	return wf(n, t);
}
function DT(n, t) {
	const e = Mr(Ar(n, t));
	return fr(X(n, { [t]: e }), t);
}
function UT(n, t, r) {
	return Mr(Wt(n, t, r));
}
function wT(n) {
	return Mr(Tn(n));
}
function KT(n) {
	return G(n.map((r) => Mr(r)));
}
function hT(n) {
	return B(E(n).reduce((r, e) => {
		return {
			...r,
			[e]: Gi(n[e])
		};
	}, {}));
}
function Mr(n) {
	return Gn(n) ? DT(n.$defs, n.$ref) : Mn(n) ? UT(n.if, n.then, n.else) : Q(n) ? wT(n.allOf) : _(n) ? KT(n.anyOf) : en(n) ? hT(n.properties) : B({});
}
function wf(n, t) {
	return z([n]) ? A(Mr(n), {}, t) : Uf(n, t);
}
function zT(n, t, r, e) {
	return wf($(n, t, r), e);
}
function Kf(n, t, r = {}) {
	return F("Pick", [n, t], r);
}
function jT(n, t, r = {}) {
	return hf(n, R(t) ? du(t) : t, r);
}
function kT(n, t) {
	return E(n).reduce((r, e) => {
		return t.includes(e) ? X(r, { [e]: n[e] }) : r;
	}, {});
}
function GT(n, t) {
	return B(kT(Nf(n), mu(t)));
}
function hf(n, t, r) {
	return z([n, t]) ? A(GT(n, t), {}, r) : Kf(n, t, r);
}
function WT(n, t, r, e, o) {
	return hf($(n, t, r), $(n, t, e), o);
}
function zf(n, t = {}) {
	return F("ReadonlyObject", [n], t);
}
function jf(n, t = {}) {
	return kf(n, t);
}
const qT = jf;
function HT(n) {
	return Ru(it(n));
}
function VT(n, t) {
	const e = _r(Ar(n, t));
	return fr(X(n, { [t]: e }), t);
}
function ZT(n, t, r) {
	return _r(Wt(n, t, r));
}
function YT(n) {
	return _r(Tn(n));
}
function JT(n) {
	return B(E(n).reduce((r, e) => {
		return {
			...r,
			[e]: Qi(n[e])
		};
	}, {}));
}
function XT(n) {
	return Ru(_n(n));
}
function QT(n) {
	return G(n.map((r) => _r(r)));
}
function _r(n) {
	return Rn(n) ? HT(n.items) : Gn(n) ? VT(n.$defs, n.$ref) : Mn(n) ? ZT(n.if, n.then, n.else) : Q(n) ? YT(n.allOf) : en(n) ? JT(n.properties) : In(n) ? XT(n.items) : _(n) ? QT(n.anyOf) : n;
}
function kf(n, t) {
	return z([n]) ? A(_r(n), {}, t) : zf(n);
}
function vT(n, t, r, e) {
	return kf($(n, t, r), e);
}
function nb(n, t, r, e) {
	return t.visited.includes(e) ? r : e in n ? $(n, an(t["callstack"], [...t["visited"], e]), n[e]) : r;
}
function tb(n, t) {
	const e = yr(Ar(n, t));
	return fr(X(n, { [t]: e }), t);
}
function rb(n, t, r) {
	return yr(Wt(n, t, r));
}
function eb(n) {
	return yr(Tn(n));
}
function ob(n) {
	return G(n.map((r) => yr(r)));
}
function ub(n, t = {}) {
	return F("RemoveOptional", [n], t);
}
function ib(n, t = {}) {
	return Ir(n, t);
}
function cb(n) {
	return B(E(n).reduce((r, e) => {
		return {
			...r,
			[e]: ib(n[e])
		};
	}, {}));
}
function yr(n) {
	return Gn(n) ? tb(n.$defs, n.$ref) : Mn(n) ? rb(n.if, n.then, n.else) : Q(n) ? eb(n.allOf) : _(n) ? ob(n.anyOf) : en(n) ? cb(n.properties) : B({});
}
function Gf(n, t = {}) {
	return F("Required", [n], t);
}
function sb(n, t = {}) {
	return Wf(n, t);
}
function Wf(n, t) {
	return z([n]) ? A(yr(n), {}, t) : Gf(n, t);
}
function fb(n, t, r, e) {
	return Wf($(n, t, r), e);
}
function qf(n, t = {}) {
	return F("ReturnType", [n], t);
}
function db(n, t = {}) {
	return Hf(n, t);
}
function ab(n) {
	return hn(n) ? n["returnType"] : rn();
}
function Hf(n, t) {
	return z([n]) ? A(ab(n), {}, t) : qf(n, t);
}
function lb(n, t, r, e = {}) {
	return Hf($(n, t, r), e);
}
function Vf(n, t) {
	return F("With", [n, t], {});
}
function Ib(n, t) {
	return Zf(n, t);
}
function Zf(n, t) {
	return z([n]) ? A(n, {}, t) : Vf(n, t);
}
function mb(n, t, r, e) {
	return Zf($(n, t, r), e);
}
function pb(n) {
	return de(n) ? In(n.items) ? Yf(n.items.items) : An(n.items) ? [n] : Nn(n.items) ? [n] : [rn()] : [n];
}
function Yf(n) {
	return n.reduce((t, r) => {
		return [...t, ...pb(r)];
	}, []);
}
function an(n, t) {
	return {
		callstack: n,
		visited: t
	};
}
function z(n) {
	return O(n, (t, r) => Nn(t) ? false : z(r), () => true);
}
function gu(n, t, r) {
	return E(r).reduce((e, o) => {
		return {
			...e,
			[o]: $(n, t, r[o])
		};
	}, {});
}
function Sr(n, t, r) {
	return Yf(vn(n, t, r));
}
function vn(n, t, r) {
	return r.map((e) => $(n, t, e));
}
function $b(n, t) {
	const r = Pn(n) ? Pt(t, {}) : t;
	const e = kt(n) ? Ct(r, {}) : r;
	return te(n) ? Eu(e, {}) : e;
}
function gb(n, t, r, e, o) {
	return s(r, "AddImmutable") ? Cb(n, t, e[0], o) : s(r, "RemoveImmutable") ? zP(n, t, e[0], o) : s(r, "AddReadonly") ? tm(n, t, e[0], o) : s(r, "RemoveReadonly") ? km(n, t, e[0], o) : s(r, "AddOptional") ? rm(n, t, e[0], o) : s(r, "RemoveOptional") ? zm(n, t, e[0], o) : s(r, "Capitalize") ? vP(n, t, e[0], o) : s(r, "Conditional") ? uA(n, t, e[0], e[1], e[2], e[3], o) : s(r, "ConstructorParameters") ? sA(n, t, e[0], o) : s(r, "Evaluate") ? pP(n, t, e[0], o) : s(r, "Exclude") ? dA(n, t, e[0], e[1], o) : s(r, "Extract") ? mA(n, t, e[0], e[1], o) : s(r, "Index") ? YA(n, t, e[0], e[1], o) : s(r, "InstanceType") ? QA(n, t, e[0], o) : s(r, "Interface") ? vC(n, t, e[0], e[1], o) : s(r, "KeyOf") ? sT(n, t, e[0], o) : s(r, "Lowercase") ? nA(n, t, e[0], o) : s(r, "Mapped") ? CT(n, t, e[0], e[1], e[2], e[3], o) : s(r, "Module") ? yf(n, t, e[0], o) : s(r, "NonNullable") ? MT(n, t, e[0], o) : s(r, "Pick") ? WT(n, t, e[0], e[1], o) : s(r, "Parameters") ? xT(n, t, e[0], o) : s(r, "Partial") ? zT(n, t, e[0], o) : s(r, "Omit") ? LT(n, t, e[0], e[1], o) : s(r, "ReadonlyObject") ? vT(n, t, e[0], o) : s(r, "Record") ? lp(n, t, e[0], e[1], o) : s(r, "Required") ? fb(n, t, e[0], o) : s(r, "ReturnType") ? lb(n, t, e[0], o) : s(r, "TemplateLiteral") ? qR(n, t, e[0], o) : s(r, "Uncapitalize") ? tA(n, t, e[0], o) : s(r, "Uppercase") ? rA(n, t, e[0], o) : s(r, "With") ? mb(n, t, e[0], e[1]) : F(r, e, o);
}
function Eb(n, t, r) {
	return $b(r, Nn(r) ? nb(n, t, r, r.$ref) : Rn(r) ? it($(n, t, r.items), ki(r)) : su(r) ? vs(n, t, r.target, r.arguments) : Kn(r) ? ir(vn(n, t, r.parameters), $(n, t, r.instanceType), em(r)) : hn(r) ? cr(vn(n, t, r.parameters), $(n, t, r.returnType), om(r)) : Mn(r) ? ne($(n, t, r.if), $(n, t, r.then), $(n, t, r.else), sm(r)) : Q(r) ? qn(vn(n, t, r.allOf), lm(r)) : en(r) ? B(gu(n, t, r.properties), cm(r)) : Jn(r) ? Ip(Ot(r), $(n, t, at(r))) : de(r) ? fe($(n, t, r.items)) : In(r) ? _n(Sr(n, t, r.items), wm(r)) : _(r) ? G(vn(n, t, r.anyOf), _m(r)) : r);
}
function $(n, t, r) {
	return zt(r) ? gb(n, t, r.action, r.parameters, r.options) : Eb(n, t, r);
}
function Rb(n, t) {
	return $(n, an([], []), t);
}
function Eu(n, t) {
	return A(n, { "~immutable": true }, t);
}
function Cb(n, t, r, e) {
	return Eu($(n, t, r), e);
}
function Pb(n, t = {}) {
	return F("AddImmutable", [n], t);
}
function Ru(n, t = {}) {
	return Eu(n, t);
}
function Ab(n, t = {}) {
	return F("RemoveReadonly", [n], t);
}
function Tb(n, t = {}) {
	return F("Evaluate", [n], t);
}
function bb(n, t = {}) {
	return Vs(n, t);
}
function Ob(n, t = {}) {
	return F("Module", [n], t);
}
function Mb(n, t = {}) {
	return yf({}, an([], []), n, t);
}
function _b(...n) {
	const [t, r, e] = Xr(n, {
		2: (c, f) => L(c) ? [
			{},
			c,
			f
		] : [
			c,
			f,
			{}
		],
		3: (c, f, a) => [
			c,
			f,
			a
		],
		1: (c) => [
			{},
			c,
			{}
		]
	});
	const o = LR(r);
	return A(R(o) && s(o.length, 2) ? $(t, an([], []), o[0]) : rn(), {}, e);
}
var yb = /* @__PURE__ */ Lr({
	Any: () => Eo,
	Array: () => it,
	BigInt: () => Ao,
	Boolean: () => To,
	Call: () => wP,
	Capitalize: () => qP,
	Codec: () => Co,
	Conditional: () => eA,
	Constructor: () => ir,
	ConstructorParameters: () => iA,
	Cyclic: () => fr,
	Decode: () => Im,
	DecodeBuilder: () => Xi,
	Dependent: () => ne,
	Encode: () => mm,
	EncodeBuilder: () => Ji,
	Enum: () => Yi,
	Evaluate: () => bb,
	Exclude: () => fA,
	Extends: () => Qn,
	ExtendsResult: () => YR,
	Extract: () => aA,
	Function: () => cr,
	Generic: () => sr,
	Identifier: () => bo,
	Immutable: () => pm,
	Index: () => $A,
	Infer: () => Ro,
	InstanceType: () => JA,
	Instantiate: () => Rb,
	Integer: () => ar,
	Interface: () => nP,
	Intersect: () => qn,
	IsAny: () => Cn,
	IsArray: () => Rn,
	IsBigInt: () => dr,
	IsBoolean: () => Gt,
	IsCall: () => su,
	IsCodec: () => Po,
	IsConstructor: () => Kn,
	IsCyclic: () => Gn,
	IsDependent: () => Mn,
	IsEnum: () => Wn,
	IsEnumValue: () => am,
	IsFunction: () => hn,
	IsGeneric: () => go,
	IsIdentifier: () => Pm,
	IsImmutable: () => te,
	IsInfer: () => An,
	IsInteger: () => ct,
	IsIntersect: () => Q,
	IsKind: () => M,
	IsLiteral: () => Z,
	IsNever: () => jt,
	IsNull: () => Oo,
	IsNumber: () => xn,
	IsObject: () => en,
	IsOptional: () => Pn,
	IsParameter: () => Mm,
	IsReadonly: () => kt,
	IsRecord: () => Jn,
	IsRef: () => Nn,
	IsRefine: () => vi,
	IsRest: () => de,
	IsSchema: () => Fn,
	IsString: () => ft,
	IsSymbol: () => ee,
	IsTemplateLiteral: () => yn,
	IsThis: () => bc,
	IsTuple: () => In,
	IsUndefined: () => Lo,
	IsUnion: () => _,
	IsUnknown: () => On,
	IsUnsafe: () => Zi,
	IsVoid: () => $r,
	KeyOf: () => vA,
	Literal: () => U,
	Lowercase: () => HP,
	Mapped: () => fT,
	Module: () => Mb,
	Never: () => rn,
	NonNullable: () => bT,
	Null: () => re,
	Number: () => Vn,
	Object: () => B,
	Omit: () => _T,
	Optional: () => Wi,
	Parameter: () => lr,
	Parameters: () => FT,
	Partial: () => BT,
	Pick: () => jT,
	Readonly: () => $m,
	ReadonlyObject: () => jf,
	ReadonlyType: () => qT,
	Record: () => _o,
	RecordKey: () => So,
	RecordPattern: () => Ot,
	RecordValue: () => at,
	Ref: () => At,
	Refine: () => Em,
	Required: () => sb,
	Rest: () => fe,
	ReturnType: () => db,
	Script: () => _b,
	String: () => st,
	Symbol: () => Mo,
	TemplateLiteral: () => ZR,
	This: () => Tc,
	Tuple: () => _n,
	Uncapitalize: () => VP,
	Undefined: () => ae,
	Union: () => G,
	Unknown: () => gn,
	Unsafe: () => Vi,
	Uppercase: () => ZP,
	Void: () => Oc,
	With: () => Ib
});
export { so as A, V1 as C, _i as D, g1 as E, Yd as F, Zd as I, Vd as L, fa as M, zr as N, V0 as O, na as P, Kt as R, ur as S, J as T, Wi as _, G as a, it as b, re as c, To as d, qn as f, B as g, gn as h, _n as i, co as j, fo as k, U as l, Vi as m, ae as n, st as o, Yi as p, _o as r, Vn as s, yb as t, ar as u, rn as v, H as w, Y1 as x, At as y, pd as z };
