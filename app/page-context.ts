import { createContext, data, type RouterContextProvider, redirect, redirectDocument } from "react-router";
import { AppError } from "~/contract/errors";
import type { Flash } from "~/contract/flash";
import { asMember, type Ctx, type MemberCtx } from "~/domain/context";
import { endedSessionCookie, flashCookie } from "~/platform/cookies";

/** What the edge hands to loaders, actions and the document. */
export interface PageContext {
  ctx: Ctx;
  /** Why nobody could find out who the viewer is. */
  failure?: unknown;
  nonce: string;
  secure: boolean;
}

export const pageContext = createContext<PageContext>();

type Context = Readonly<RouterContextProvider>;

/** Runs a page's use case; a refusal becomes a reply with its status, for the route's ErrorBoundary. */
export async function onPage<T>(context: Context, run: (ctx: Ctx) => Promise<T>): Promise<T> {
  try {
    return await run(context.get(pageContext).ctx);
  } catch (error) {
    if (error instanceof AppError) throw data(error.body, { status: error.status, headers: error.headers });
    throw error;
  }
}

/** Whether a member is signed in. @throws what kept the edge from knowing, for the route's ErrorBoundary */
function isMember(context: Context): boolean {
  const { ctx, failure } = context.get(pageContext);
  if (failure) throw failure;
  return ctx.viewer !== null;
}

/**
 * Where visitors are sent (spec point 2). In a new document: they may have been members until now, and what this one has
 * loaded was for them.
 */
export const toLogin = (): Response => redirectDocument("/login");

/** The same for signed-in members only. */
export function onMemberPage<T>(context: Context, run: (ctx: MemberCtx) => Promise<T>): Promise<T> {
  if (!isMember(context)) throw toLogin();
  return onPage(context, (ctx) => run(asMember(ctx)));
}

/** Leads on to a page of this site that shows a toast; with further `Set-Cookie` values. */
export function redirectSaying(path: string, flash: Flash, ...cookies: string[]): Response {
  return redirect(path, { headers: saying(path, flash, cookies) });
}

/** Signs the browser out and leads on to a visitors' page that shows a toast, in a new document as above. */
export function redirectSignedOut(context: Context, path: string, flash: Flash): Response {
  const cookie = endedSessionCookie(context.get(pageContext).secure);
  return redirectDocument(path, { headers: saying(path, flash, [cookie]) });
}

function saying(path: string, flash: Flash, cookies: readonly string[]): Headers {
  const headers = new Headers();
  for (const cookie of [...cookies, flashCookie(flash, path)]) headers.append("Set-Cookie", cookie);
  return headers;
}

/** Sends a signed-in member away from the pages that are for visitors (spec point 2). */
export function visitorsOnly(context: Context): void {
  if (isMember(context)) throw redirect("/feed");
}
