import { build } from "../../scripts/run";

/** Builds once, before all tests of the project, which examine the build. `npm test` has built beside static checks. */
export default async function built(): Promise<void> {
  if (!process.env.AFTERGLOW_IS_BUILT) await build();
}
