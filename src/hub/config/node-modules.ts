/** Node's own modules, loaded at run time: bundles for other runtimes may contain this code. */
export const node = {
  get fs() {
    return process.getBuiltinModule("node:fs");
  },
  get files() {
    return process.getBuiltinModule("node:fs/promises");
  },
  get path() {
    return process.getBuiltinModule("node:path");
  },
  get url() {
    return process.getBuiltinModule("node:url");
  },
  get module() {
    return process.getBuiltinModule("node:module");
  },
  get os() {
    return process.getBuiltinModule("node:os");
  },
  get tls() {
    return process.getBuiltinModule("node:tls");
  },
  get crypto() {
    return process.getBuiltinModule("node:crypto");
  },
};
