import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { RouterContextProvider } from "react-router";
import { SOURCE } from "~/contract/languages";
import { pageContext } from "~/page-context";
import { textsOf } from "~/platform/texts";
import type { AppContext } from "../../workers/context";
import { createEdge } from "../../workers/edge";
import { SITE } from "./client";

/** The pages with a form that needs no log-in, and their actions. */
const routes = {
  "/login": () => import("~/routes/login"),
  "/login/code": () => import("~/routes/login-code"),
  "/signup": () => import("~/routes/signup"),
  "/forgot-password": () => import("~/routes/forgot-password"),
  "/reset-password": () => import("~/routes/reset-password"),
  "/confirm-email": () => import("~/routes/confirm-email"),
  "/undo-email": () => import("~/routes/undo-email"),
  "/secure-account": () => import("~/routes/secure-account"),
  "/unsubscribe": () => import("~/routes/unsubscribe"),
  "/language": () => import("~/routes/language"),
  "/appeal": () => import("~/routes/appeal"),
};
export type PublicPage = keyof typeof routes;

// The keys of an object literal are those of its type.
export const publicPages = Object.keys(routes) as PublicPage[];

/** Imports all pages: the first one of a test file takes seconds. */
export const importPages = () => Promise.all(publicPages.map((page) => routes[page]()));

type Action = (args: { request: Request; context: RouterContextProvider }) => Promise<unknown>;

/** The app with the actions of its public pages, without React Router's handler and documents. */
const edge = createEdge(runAction);

async function runAction(c: AppContext): Promise<Response> {
  const { call, ctx, nonce, refusal, secure, url } = c.get("edge");
  const context = new RouterContextProvider();
  const texts = await textsOf(env.ASSETS, SOURCE);
  context.set(pageContext, { call, ctx, nonce: nonce(), refusal, secure, texts });
  // Tests request these pages only. The arguments of their actions differ in the type of the loader's data.
  const { action } = (await routes[url.pathname as PublicPage]()) as unknown as { action: Action };
  return replyOf(await action({ request: c.req.raw, context }).catch((thrown: unknown) => thrown));
}

/** Returns the reply that an action has returned or thrown: a response, or `data`. */
function replyOf(result: unknown): Response {
  if (result instanceof Response) return result;
  if (result instanceof Error) throw result;
  // The only other results of these actions.
  const { data = result, init = {} } = result as { data?: unknown; init?: ResponseInit | null };
  return Response.json(data, init ?? {});
}

/** Sends a write to a public page or call, as another program than a browser. */
export async function sendPublic(
  path: string,
  init: RequestInit,
  { limits = "off", address = "192.0.2.1" } = {},
): Promise<Response> {
  const execution = createExecutionContext();
  const headers = new Headers(init.headers);
  headers.set("CF-Connecting-IP", address);
  // A log-in waits for its code: the page is there for nobody else.
  headers.set("Cookie", `__Host-afterglow-login=x; ${headers.get("Cookie") ?? ""}`);
  const request = new Request(SITE + path, { method: "POST", ...init, headers });
  const production = limits === "on" ? { AFTERGLOW_ENV: "production", AFTERGLOW_SITE: SITE } : {};
  const reply = await edge.fetch(
    request,
    { ...env, ...production, AFTERGLOW_RATE_LIMITS: limits },
    execution,
  );
  await waitOnExecutionContext(execution);
  return reply;
}
