import { createEdge } from "./edge";
import { incomingMail } from "./incoming-mail";
import { mailEvents } from "./mail-events";
import { pages } from "./pages";
import { scheduled } from "./scheduled";

export { Operator } from "./operator";
export { UserHub } from "./user-hub";

const app = createEdge(pages);

export default {
  fetch: app.fetch,
  scheduled,
  email: incomingMail,
  queue: mailEvents,
} satisfies ExportedHandler<Env>;
