import { build } from "../../scripts/run";

/** Builds once, before all tests of the project: they examine the build. */
export default build;
