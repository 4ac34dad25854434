import { scriptUrl } from "~/ui/script-url";

/**
 * Registers public/sw.js. In another language it is installed again, and caches the offline page of that language.
 * @throws where service workers are not allowed, such as in a private window
 */
export async function registerServiceWorker(language: string): Promise<void> {
  await navigator.serviceWorker.register(scriptUrl(`/sw.js?language=${language}`));
}
