import { createEdge } from "../../workers/edge";
import { scheduled } from "../../workers/scheduled";
import { UserHub as ProductionHub } from "../../workers/user-hub";
import { strictBindings } from "../factories/strict-d1";

export { Engine } from "../../engine";

/** The numbers of the frames that hubs have received from tabs of tests (`Tab.send`). */
export const arrived = new Set<number>();

/** Bindings of the hubs that start from now on, which a test may replace. */
export const hubBindings: Partial<Env> = {};

/** The hub, on databases that refuse what D1 refuses. */
export class UserHub extends ProductionHub {
  constructor(state: DurableObjectState, bindings: Env) {
    super(state, strictBindings({ ...bindings, ...hubBindings }));
  }

  override webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const number = /"sent":(\d+)\}$/.exec(String(data.slice(-40)))?.[1];
    if (number !== undefined) arrived.add(Number(number));
    return super.webSocketMessage(socket, data);
  }
}

const edge = createEdge(async (c) => c.text("a page", 200));

/** The app without its pages: pages need the build, and browser tests cover them. */
export const app = {
  // Images come from the fake of Workers AI. The embedded engine is another Worker and has its own tests.
  fetch: (request: Request, env: Env, execution: ExecutionContext) =>
    edge.fetch(request, { ...env, AI: env.REAL_AI }, execution),
};

export default {
  fetch: app.fetch,
  scheduled,
} satisfies ExportedHandler<Env>;
