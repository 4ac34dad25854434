import { vi } from "vitest";

/** Replaces `localStorage`, whose keys are its entries, until `vi.unstubAllGlobals`. @returns its values */
export function stubLocalStorage(): Map<string, string> {
  const stored = new Map<string, string>();
  const methods = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  };
  const entries = {
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  };
  vi.stubGlobal("localStorage", new Proxy(Object.create(methods), entries));
  return stored;
}
