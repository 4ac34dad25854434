import path from "node:path";
import type { Plugin } from "vite";
import { projectRoot } from "../local-state";
import { mutants } from "./table";

/** The number of the mutant that a process of Vitest runs, by scripts/mutants.ts. */
export const MUTANT_VARIABLE = "AFTERGLOW_MUTANT";

/** Replaces a mutant's text as its module is loaded, so no file changes. Does nothing without the variable. */
export function mutantPlugin(): Plugin {
  const mutant = mutants[Number(process.env[MUTANT_VARIABLE] ?? -1)];
  const file = mutant && path.join(projectRoot, mutant.file);
  return {
    name: "mutant",
    enforce: "pre",
    transform(code, id) {
      if (!mutant || id.split("?")[0] !== file) return null;
      return code.replace(mutant.text, () => mutant.replacement);
    },
  };
}
