declare global {
  interface Window {
    /** React Router's table of the routes that the browser knows. */
    __reactRouterManifest?: {
      routes: Record<string, { module: string; clientLoaderModule?: string } | undefined>;
    };
  }
}

/** Returns the addresses of a route's scripts; none for an unknown route. */
export function scriptsOf(routeId: string): string[] {
  const { module, clientLoaderModule } = window.__reactRouterManifest?.routes[routeId] ?? {};
  return [module, clientLoaderModule].filter((address) => address !== undefined);
}

/** Returns the address of a route's module in the browser; undefined for an unknown route. */
export const moduleOf = (routeId: string): string | undefined =>
  window.__reactRouterManifest?.routes[routeId]?.module;
