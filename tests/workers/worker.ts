import { createEdge } from "../../workers/edge";
import { scheduled } from "../../workers/scheduled";
import { fakeAi } from "./fake-ai";

export { Engine } from "../../workers/engine";
export { UserHub } from "../../workers/user-hub";

/** The app as the edge runs it, but for the pages: they need the build, and are tested in the browser. */
const app = createEdge(async (c) => c.text("a page", 200));

export default {
  // The engine is a worker of its own, with tests of its own.
  fetch: (request, env, execution) => app.fetch(request, { ...env, AI: fakeAi }, execution),
  scheduled,
} satisfies ExportedHandler<Env>;
