import { build } from "../../scripts/run";

/** The tests of this project are about what is deployed: it is built once, before them. */
export default build;
