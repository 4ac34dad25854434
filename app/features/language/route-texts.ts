import { i18n, type Messages } from "@lingui/core";

/** A catalog of a route, as scripts/texts/plugin.ts writes it. */
export interface Part {
  messages: Messages;
  /** The root's only: the catalogs of all routes, by the address of their modules. */
  files?: Record<string, string>;
  /** The root's only, in another language than English: the catalog of the server's messages. */
  errors?: string;
}

/** React Router's table of the routes that the browser knows. */
declare global {
  interface Window {
    __reactRouterManifest?: { routes: Record<string, { module: string } | undefined> };
  }
}

let files: Record<string, string> = {};
let errors: string | undefined;
const loading = new Map<string, Promise<void>>();
const loaded = new Set<string>();

/** Loads a catalog into the texts of this page, once. @throws when it cannot be loaded; a later call tries again */
export function loadTexts(address: string): Promise<void> {
  const part =
    loading.get(address) ??
    readPart(address).catch((error: unknown) => {
      loading.delete(address);
      throw error;
    });
  loading.set(address, part);
  return part;
}

async function readPart(address: string): Promise<void> {
  const asked = globalThis.window?.afterglowTexts?.[address];
  delete globalThis.window?.afterglowTexts?.[address];
  const part = (await asked) ?? (await fetchPart(address));
  files = part.files ?? files;
  errors = part.errors ?? errors;
  i18n.load(i18n.locale, part.messages);
  loaded.add(address);
}

async function fetchPart(address: string): Promise<Part> {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address} returned ${reply.status}.`);
  return reply.json();
}

/** Returns the loading of each catalog that some routes still lack. */
export function missingTexts(routeIds: readonly string[]): Promise<void>[] {
  const routes = window.__reactRouterManifest?.routes ?? {};
  const addresses = routeIds.flatMap((id) => files[routes[id]?.module ?? ""] ?? []);
  return addresses.filter((address) => !loaded.has(address)).map(loadTexts);
}

/** Loads the server's messages, if this page may need them. @throws as `loadTexts` */
export async function loadErrorTexts(): Promise<void> {
  if (errors !== undefined) await loadTexts(errors);
}
