import type { Plugin } from "vite";

/**
 * The modules of React Router for options that the app does not set: instrumentations, and the discovery of routes while the page is
 * open (`routeDiscovery` is "initial" in react-router.config.ts). Its other modules import them all the same.
 */
export const unusedParts = ["dom/ssr/fog-of-war", "dom/ssr/route-discovery", "router/instrumentation"];
const unused = new RegExp(`react-router/dist/production/lib/(${unusedParts.join("|")})\\.js$`);

/**
 * Leaves the code of unused options of React Router out of the scripts: every export is a function that returns `undefined`, which stands
 * for "is not enabled" and "has no handler" where the router calls it.
 * @throws when a version of React Router has other modules
 */
export function leanRouter(): Plugin {
  const replaced = new Set<string>();
  return {
    name: "lean-router",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: unused },
      handler(code, id) {
        replaced.add(id);
        const [, names = ""] =
          /export \{([^}]*)\};?\s*$/.exec(code) ?? this.error(`${id} exports in another way.`);
        return `const unused = () => undefined; export { ${names.replace(/\w+/g, "unused as $&")} };`;
      },
    },
    buildEnd() {
      if (replaced.size !== unusedParts.length)
        this.error(`React Router has other modules: ${[...replaced].join(", ")}.`);
    },
  };
}
