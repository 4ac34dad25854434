import { createRequestHandler, RouterContextProvider } from "react-router";
import { pageContext } from "~/page-context";
import type { AppContext } from "./context";

const render = createRequestHandler(() => import("virtual:react-router/server-build"), import.meta.env.MODE);

/** Everything that is neither a socket, a photo nor a JSON call: React Router's documents, data and actions. */
export function pages(c: AppContext): Promise<Response> {
  const { ctx, nonce, secure } = c.get("edge");
  const context = new RouterContextProvider();
  context.set(pageContext, { ctx, nonce, secure });
  return render(c.req.raw, context);
}
