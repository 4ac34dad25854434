import { appMutants } from "./app";
import type { Mutant } from "./mutant";
import { workersMutants } from "./workers";

/** All mutants. To add one is a row of the file in app.ts or workers.ts. */
export const mutants: Mutant[] = Object.entries({ ...workersMutants, ...appMutants }).flatMap(
  ([file, rows]) => rows.map(([text, replacement, test]) => ({ file, text, replacement, test })),
);
