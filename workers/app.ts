import { createEdge } from "./edge";
import { inJurisdiction } from "./jurisdiction";
import { pages } from "./pages";
import { scheduled } from "./scheduled";

export { Operator } from "./operator";
export { UserHub } from "./user-hub";

const app = createEdge(pages);

export default {
  fetch: (request, env, execution) => app.fetch(request, inJurisdiction(env), execution),
  scheduled,
} satisfies ExportedHandler<Env>;
