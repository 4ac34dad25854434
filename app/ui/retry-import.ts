/**
 * Wraps a dynamic import so that it can be repeated after a failure: it retries once by itself, and a later call tries
 * again. Chromium keeps the failure of a module's URL as long as the document lives (whatwg/html#6768), so a retry adds
 * a query to the URL that the error names. Firefox may name a module that this one imports; that one keeps its URL and
 * its failure.
 * @param load contains the `import()` itself, and returns its module unchanged. Nothing imports the module statically:
 *   the bundler would put it in a shared chunk and rename its exports, and the URL's module would lack its names.
 */
export function retryImport<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  let retries = 0;

  async function loadWithRetry(): Promise<Module> {
    try {
      return await load();
    } catch (error) {
      const url = /\S+:\/\/\S+$/.exec(String(error))?.[0];
      retries += 1;
      const isOwn = url && String(load).includes(fileOf(url));
      return isOwn ? import(/* @vite-ignore */ `${url}?retry=${retries}`) : load();
    }
  }
  return () => {
    loading ??= loadWithRetry().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

function fileOf(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}
