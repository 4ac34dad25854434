import { createRequestHandler, RouterContextProvider } from "react-router";
import { pageContext } from "~/page-context";
import type { AppContext } from "./context";

type Render = ReturnType<typeof createRequestHandler>;

/** Created from the build itself: given a function instead, React Router rebuilds its routes for every request. */
let render: Render | null = null;

async function renderer(): Promise<Render> {
  // In development the build changes with every edit.
  if (render === null || import.meta.env.DEV) {
    render = createRequestHandler(await import("virtual:react-router/server-build"), import.meta.env.MODE);
  }
  return render;
}

/** Handles the documents, data requests and actions of React Router. */
export async function pages(c: AppContext): Promise<Response> {
  const { ctx, failure, nonce, secure } = c.get("edge");
  const context = new RouterContextProvider();
  context.set(pageContext, { ctx, failure, nonce: nonce(), secure });
  const answer = await renderer();
  return answer(c.req.raw, context);
}
