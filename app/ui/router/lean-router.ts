import type { Plugin } from "vite";

/**
 * Parts of React Router that the app does not use in a browser, although other modules import them: modules for options
 * that the app does not set (instrumentations, and the discovery of routes while the page is open: `routeDiscovery` is
 * "initial" in react-router.config.ts), and single functions: a document's links and scripts, styles of single routes
 * (lean-manifest.ts), links that prefetch pages, routes without a server, errors of server components, another history,
 * and the change of routes by their discovery.
 */
export const unusedParts: Record<string, "all" | string[]> = {
  "dom/ssr/fog-of-war": "all",
  "dom/ssr/route-discovery": "all",
  "router/instrumentation": "all",
  "dom/ssr/components": ["Links", "PrefetchPageLinks", "Scripts"],
  "dom/ssr/links": ["prefetchRouteCss", "prefetchStyleLinks"],
  "dom/ssr/single-fetch": ["nonSsrStrategy"],
  "dom/lib": ["HistoryRouter"],
  hooks: ["RSCErrorHandler"],
  "router/router": ["patchRoutesImpl", "defaultDataStrategyWithMiddleware"],
};
const modules = Object.entries(unusedParts).map(([part, names]) => ({
  end: `react-router/dist/production/lib/${part}.js`,
  names,
}));

/**
 * Leaves unused code of React Router out of the scripts: every unused function returns `undefined`, which the router
 * takes for "is not enabled", "has no handler" and "shows nothing".
 * @throws when a version of React Router has other modules or functions
 */
export function leanRouter(): Plugin {
  const replaced = new Set<string>();
  return {
    name: "lean-router",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: modules.map(({ end }) => `**/${end}`) },
      handler(code, id) {
        const { end, names } = modules.find((part) => id.endsWith(part.end)) ?? {};
        if (!end || !names) return;
        replaced.add(end);
        if (names !== "all") {
          const bodies = this.parse(code).body.flatMap((node) =>
            node.type === "FunctionDeclaration" && names.includes(node.id?.name ?? "") && node.body
              ? [node.body]
              : [],
          );
          if (bodies.length !== names.length) this.error(`${id} has other functions.`);
          return bodies.reduceRight(
            (text, body) => `${text.slice(0, body.start)}{}${text.slice(body.end)}`,
            code,
          );
        }
        const [, exported = ""] =
          /export \{([^}]*)\};?\s*$/.exec(code) ?? this.error(`${id} exports in another way.`);
        return `const unused = () => undefined; export { ${exported.replace(/\w+/g, "unused as $&")} };`;
      },
    },
    buildEnd() {
      if (replaced.size !== modules.length)
        this.error(`React Router has other modules: ${[...replaced].join(", ")}.`);
    },
  };
}
