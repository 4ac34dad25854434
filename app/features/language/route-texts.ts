import { i18n, type Messages } from "@lingui/core";
import { moduleOf } from "~/ui/router/route-module";
import { scriptUrl } from "~/ui/script-url";

/** A catalog of a route, as scripts/texts/plugin.ts writes it. */
interface Part {
  messages: Messages;
  /** The root's only: the catalogs of all routes, by the address of their modules. */
  files?: Record<string, string>;
  /** The root's only, in another language than English: the catalog of the server's messages. */
  errors?: string;
}

type Pushed = [address: string, part: Part];

declare global {
  interface Window {
    /** Takes the catalogs that scripts push; at first a list of those that came before this code. */
    afterglowTexts?: Pushed[] | { push: (pushed: Pushed) => void };
  }
}

let files: Record<string, string> = {};
let errors: string | undefined;
const loading = new Map<string, Promise<void>>();
const loaded = new Set<string>();
let tell = () => {};

function take([address, part]: Pushed): void {
  files = part.files ?? files;
  errors = part.errors ?? errors;
  i18n.load(i18n.locale, part.messages);
  loaded.add(address);
  tell();
}

/** Takes the catalogs of the page, and calls a function once these are there: at once, if they came before. */
export function whenTexts(addresses: readonly string[], run: () => void): void {
  const early = window.afterglowTexts;
  window.afterglowTexts = { push: take };
  if (Array.isArray(early)) early.forEach(take);
  tell = () => {
    if (!addresses.every((address) => loaded.has(address))) return;
    tell = () => {};
    run();
  };
  tell();
}

/** Loads a catalog into the texts of this page, once. @throws when it cannot be loaded; a later call tries again */
export function loadTexts(address: string): Promise<void> {
  const part =
    loading.get(address) ??
    runScript(address).catch((error: unknown) => {
      loading.delete(address);
      throw error;
    });
  loading.set(address, part);
  return part;
}

function runScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${src} could not be loaded.`));
    // Trusted Types (W3C) are reported.
    script.src = scriptUrl(src);
    document.head.appendChild(script);
  });
}

/** Returns the loading of each catalog that some routes still lack. */
export function missingTexts(routeIds: readonly string[]): Promise<void>[] {
  const addresses = routeIds.flatMap((id) => files[moduleOf(id) ?? ""] ?? []);
  return addresses.filter((address) => !loaded.has(address)).map(loadTexts);
}

/** Returns whether a catalog is there. */
export const hasTexts = (address: string): boolean => loaded.has(address);

/** Loads the server's messages, if this page may need them. @throws as `loadTexts` */
export async function loadErrorTexts(): Promise<void> {
  if (errors !== undefined) await loadTexts(errors);
}
