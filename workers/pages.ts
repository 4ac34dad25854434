import { createRequestHandler, RouterContextProvider } from "react-router";
import { pageContext } from "~/page-context";
import type { AppContext } from "./context";

type Render = ReturnType<typeof createRequestHandler>;

/** Made of the build itself: handed a way to get it, React Router works the routes out anew for every request. */
let render: Render | null = null;

async function renderer(): Promise<Render> {
  // While developing, the build is another one after every change.
  if (render === null || import.meta.env.DEV) {
    render = createRequestHandler(await import("virtual:react-router/server-build"), import.meta.env.MODE);
  }
  return render;
}

/** Everything that is neither a socket, a photo nor a JSON call: React Router's documents, data and actions. */
export async function pages(c: AppContext): Promise<Response> {
  const { ctx, failure, nonce, secure } = c.get("edge");
  const context = new RouterContextProvider();
  context.set(pageContext, { ctx, failure, nonce: nonce(), secure });
  const answer = await renderer();
  return answer(c.req.raw, context);
}
