import type { Part } from "./route-texts";

/** The catalogs that the document has asked for, by their addresses; null for those that failed. */
declare global {
  interface Window {
    afterglowTexts?: Record<string, Promise<Part | null>>;
  }
}

/**
 * Renders the script that asks for the catalogs of a document, and reads them, before its other scripts are there: the page is then taken
 * over at once. A preload makes the load of the document wait for them, which those who wait for it take for the page being ready; not in
 * WebKit, which would load them twice.
 */
export function TextsScript({ catalogs, nonce }: { catalogs: readonly string[]; nonce?: string }) {
  const list = JSON.stringify(catalogs).replaceAll("<", "\\u003c");
  const script = `{const list=${list};
if(!/AppleWebKit\\/(?!537)/.test(navigator.userAgent))for(const href of list)document.head.append(Object.assign(document.createElement("link"),{rel:"preload",as:"fetch",crossOrigin:"anonymous",href}));
afterglowTexts=Object.fromEntries(list.map(a=>[a,fetch(a).then(r=>r.ok?r.json():null).catch(()=>null)]))}`;
  return (
    <script
      nonce={nonce}
      // The browser has no list, and hides nonces from scripts.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: addresses of our own files.
      dangerouslySetInnerHTML={{ __html: script }}
    />
  );
}
