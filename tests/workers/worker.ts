import { createEdge } from "../../workers/edge";

export { Engine } from "../../workers/engine";
export { UserHub } from "../../workers/user-hub";

/** The app as the edge runs it, but for the pages: they need the build, and are tested in the browser. */
const app = createEdge(async (c) => c.text("a page", 200));

export default { fetch: app.fetch } satisfies ExportedHandler<Env>;
