import { createRequestHandler, RouterContextProvider } from "react-router";
import { nameOfSite } from "~/contract/site";
import { DOCUMENT_REDIRECT_HEADER, pageContext } from "~/page-context";
import { textsOf } from "~/platform/texts";
import type { AppContext } from "./context";
import { onceRendered } from "./once-rendered";

type RequestHandler = ReturnType<typeof createRequestHandler>;

/** Created from the build itself: given a function instead, React Router rebuilds its routes for every request. */
let handler: RequestHandler | null = null;

async function requestHandler(): Promise<RequestHandler> {
  if (handler === null || import.meta.env.DEV) {
    handler = createRequestHandler(await import("virtual:react-router/server-build"), import.meta.env.MODE);
  }
  return handler;
}

/** Handles the documents, data requests and actions of React Router. */
export function pages(c: AppContext): Promise<Response> {
  // In development the build changes with every edit.
  return import.meta.env.DEV ? render(c) : onceRendered(c, () => render(c));
}

async function render(c: AppContext): Promise<Response> {
  const edge = c.get("edge");
  const { call, ctx, failure, language, nonce, refusal, secure } = edge;
  const onFailure = () => {
    edge.hasFailed = true;
  };
  const texts = await textsOf(c.env.ASSETS, language(), nameOfSite(ctx.site));
  const context = new RouterContextProvider();
  context.set(pageContext, { call, ctx, failure, nonce: nonce(), refusal, secure, onFailure, texts });
  const handleRequest = await requestHandler();
  return withoutBodyOfRedirect(await handleRequest(c.req.raw, context));
}

/** Status of React Router's reply to a data request that is redirected. */
const DATA_REDIRECT = 202;

/**
 * Removes the body from the reply to a data request when it redirects to a new document. React Router reads the body to
 * its end while the browser already leaves the page, and does not handle the interruption: Firefox and WebKit then
 * report an unhandled rejection. It reads such a redirect from the headers too, with the status 204.
 */
async function withoutBodyOfRedirect(reply: Response): Promise<Response> {
  if (reply.status !== DATA_REDIRECT || !reply.headers.has(DOCUMENT_REDIRECT_HEADER)) return reply;
  await reply.body?.cancel();
  const headers = new Headers(reply.headers);
  headers.delete("Content-Type");
  return new Response(null, { status: 204, headers });
}
