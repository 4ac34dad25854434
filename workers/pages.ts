import { createRequestHandler, RouterContextProvider } from "react-router";
import { pageContext } from "~/page-context";
import type { AppContext } from "./context";

const render = createRequestHandler(() => import("virtual:react-router/server-build"), import.meta.env.MODE);

/** Everything that is neither a socket, a photo nor a JSON call: React Router's documents, data and actions. */
export function pages(c: AppContext): Promise<Response> {
  const { ctx, failure, nonce, secure } = c.get("edge");
  const context = new RouterContextProvider();
  context.set(pageContext, { ctx, failure, nonce, secure });
  return render(c.req.raw, context);
}
