import { createEdge } from "./edge";
import { pages } from "./pages";

export { UserHub } from "./user-hub";

const app = createEdge(pages);

export default { fetch: app.fetch } satisfies ExportedHandler<Env>;
