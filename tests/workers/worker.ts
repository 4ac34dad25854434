import { createEdge } from "../../workers/edge";
import { scheduled } from "../../workers/scheduled";

export { Engine } from "../../engine";
export { UserHub } from "../../workers/user-hub";

const edge = createEdge(async (c) => c.text("a page", 200));

/** The app as the edge runs it, but for the pages: they need the build, and are tested in the browser. */
export const app = {
  // Pictures are made by the fake of Workers AI: the engine is a worker of its own, with tests of its own.
  fetch: (request: Request, env: Env, execution: ExecutionContext) =>
    edge.fetch(request, { ...env, AI: env.REAL_AI }, execution),
};

export default {
  fetch: app.fetch,
  scheduled,
} satisfies ExportedHandler<Env>;
