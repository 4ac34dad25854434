import { createEdge } from "./edge";
import { pages } from "./pages";
import { scheduled } from "./scheduled";

export { Operator } from "./operator";
export { UserHub } from "./user-hub";

const app = createEdge(pages);

export default {
  fetch: app.fetch,
  scheduled,
} satisfies ExportedHandler<Env>;
