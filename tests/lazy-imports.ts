import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../scripts/local-state";

interface Import {
  file: string;
  /** The text of the file. */
  code: string;
  /** The imported name, and the path of the module without its extension. */
  name: string;
  module: string;
}

/** Returns the dynamic imports in the app's code. */
export function lazyImports(): Import[] {
  return importsLike(/(?<!typeof )\bimport\("([^"]+)"\)/g);
}

/** Returns the static imports and re-exports in code that the browser may load, without those of types alone. */
export function staticImports(): Import[] {
  return importsLike(/^(?:import|export) (?!type\b)[^;]*?from "([^"]+)"/gm).filter(
    ({ file }) => !/^app\/(domain\/|platform\/|contract\/calls(\.ts$|\/))/.test(file),
  );
}

function importsLike(pattern: RegExp): Import[] {
  return readdirSync(path.join(projectRoot, "app"), { recursive: true, encoding: "utf8" })
    .map((name) => `app/${name.split(path.sep).join("/")}`)
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const code = readFileSync(path.join(projectRoot, file), "utf8");
      return [...code.matchAll(pattern)].map(([, name = ""]) => {
        const module = name.startsWith("~/")
          ? `app/${name.slice(2)}`
          : path.posix.join(path.posix.dirname(file), name);
        return { file, code, name, module };
      });
    });
}
