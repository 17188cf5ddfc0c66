/** Node's own modules, loaded at run time: bundles for other runtimes may contain this code. */
export const node = {
  get fs() {
    return kept(this, "fs", process.getBuiltinModule("node:fs"));
  },
  get files() {
    return kept(this, "files", process.getBuiltinModule("node:fs/promises"));
  },
  get path() {
    return kept(this, "path", process.getBuiltinModule("node:path"));
  },
  get url() {
    return kept(this, "url", process.getBuiltinModule("node:url"));
  },
  get module() {
    return kept(this, "module", process.getBuiltinModule("node:module"));
  },
  get os() {
    return kept(this, "os", process.getBuiltinModule("node:os"));
  },
  get tls() {
    return kept(this, "tls", process.getBuiltinModule("node:tls"));
  },
  get crypto() {
    return kept(this, "crypto", process.getBuiltinModule("node:crypto"));
  },
};

/** Each is looked up once: a look-up takes a microsecond, and the keys of callers are checked with one of these. */
function kept<T>(modules: object, name: string, module: T): T {
  Object.defineProperty(modules, name, { value: module });
  return module;
}
