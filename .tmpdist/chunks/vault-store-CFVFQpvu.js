// src/vault/vault-store.ts
const LOCK_BEAT = 1e3;
const LOCK_LEASE = 5e3;
export { LOCK_LEASE as n, LOCK_BEAT as t };
