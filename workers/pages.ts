import { createRequestHandler, RouterContextProvider } from "react-router";
import { pageContext } from "~/page-context";
import type { AppContext } from "./context";

type RequestHandler = ReturnType<typeof createRequestHandler>;

/** Created from the build itself: given a function instead, React Router rebuilds its routes for every request. */
let handler: RequestHandler | null = null;

async function requestHandler(): Promise<RequestHandler> {
  // In development the build changes with every edit.
  if (handler === null || import.meta.env.DEV) {
    handler = createRequestHandler(await import("virtual:react-router/server-build"), import.meta.env.MODE);
  }
  return handler;
}

/** Handles the documents, data requests and actions of React Router. */
export async function pages(c: AppContext): Promise<Response> {
  const { ctx, failure, nonce, secure } = c.get("edge");
  const context = new RouterContextProvider();
  context.set(pageContext, { ctx, failure, nonce: nonce(), secure });
  const handleRequest = await requestHandler();
  return handleRequest(c.req.raw, context);
}
