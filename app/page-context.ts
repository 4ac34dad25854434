import {
  createContext,
  data,
  type RouterContextProvider,
  redirectDocument as reactRouterRedirectDocument,
  redirect,
} from "react-router";
import { AppError, SuspendedError } from "~/contract/errors";
import type { Flash } from "~/contract/flash";
import { nextOrFeed, withNext } from "~/contract/next-path";
import { COOKIES_NEEDED } from "~/contract/texts";
import type { LoggedIn } from "~/domain/accounts/open-session";
import type { RenewedSession } from "~/domain/accounts/renew-session";
import { orSessionEnded } from "~/domain/accounts/session-ended";
import { asMember, type Ctx, type MemberCtx } from "~/domain/context";
import { admitToAppeal } from "~/domain/moderation/own-suspension";
import {
  checkCookie,
  endedSessionCookie,
  flashCookie,
  logInCookies,
  pendingLogInCookie,
  sessionCookie,
  takesCookies,
} from "~/platform/cookies";
import type { Texts } from "~/platform/texts";

/** The context that the edge passes to loaders, actions and the document. */
export interface PageContext {
  /** Names the request in lines of errors. */
  call: Record<"request" | "method" | "route", string>;
  ctx: Ctx;
  /** The error of the session look-up, if it failed. */
  failure?: unknown;
  nonce: string;
  /** The error of every form while the site is in maintenance (workers/middleware/read-only.ts). */
  refusal?: AppError | null;
  secure: boolean;
  /** Called when rendering the document fails. */
  onFailure?: () => void;
  /** The texts of the reader's language. */
  texts: Texts;
}

export const pageContext = createContext<PageContext>();

export type RouteContext = Readonly<RouterContextProvider>;

/** Runs the use case of a page. An AppError becomes a reply with its status, for the route's ErrorBoundary. */
export async function onPage<T>(context: RouteContext, run: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { ctx, texts } = context.get(pageContext);
  try {
    return await run(ctx);
  } catch (thrown) {
    const error = orSessionEnded(ctx, thrown);
    if (error instanceof AppError)
      throw data(error.bodyIn(texts.i18n), { status: error.status, headers: error.headers });
    throw error;
  }
}

/** Returns whether a member is signed in. @throws the error of the session look-up, for the route's ErrorBoundary */
function isMember(context: RouteContext): boolean {
  const { ctx, failure } = context.get(pageContext);
  if (failure) throw failure;
  return ctx.viewer !== null;
}

/** Names the target of a redirect that loads a new document. workers/pages.ts reads it. */
export const DOCUMENT_REDIRECT_HEADER = "X-Remix-Redirect";

/** Returns a redirect that loads a new document. */
export function redirectDocument(path: string, headers = new Headers(), status = 302): Response {
  headers.set(DOCUMENT_REDIRECT_HEADER, path);
  return reactRouterRedirectDocument(path, { headers, status });
}

/**
 * Returns the redirect for visitors of members' pages (docs/product.md#routes). It loads a new document, because the
 * current one can hold data of an ended session.
 * @param url the page to return to after the log-in
 */
export function toLogin(url?: URL): Response {
  return redirectDocument(url ? withNext("/login", url.pathname + url.search) : "/login");
}

/** Returns the `next` of a visitors' page, not yet checked: see contract/next-path.ts. */
export function requestedNext(url: URL): string | null {
  return url.searchParams.get("next");
}

/** Runs the use case of a page for members. @throws a redirect to `/login` for visitors */
export function onMemberPage<T>(context: RouteContext, run: (ctx: MemberCtx) => Promise<T>): Promise<T> {
  if (!isMember(context)) throw toLogin();
  return onPage(context, (ctx) => run(asMember(ctx)));
}

/** The pages that need a recent proof of identity (docs/product.md#step-up), and the page that follows the proof. */
const stepUps: Record<string, string> = {
  "/settings/security": "/settings/security",
  "/settings/email": "/settings/email",
  "/settings/password": "/settings/password",
  "/settings/delete": "/settings/delete",
  "/settings/export": "/settings/data",
};

/** The pages of the desk whose actions need it. */
const DESK_PAGE = /^\/moderation\/members(\/[\da-f-]{36})?$/;

/** Returns the page that follows a proof of identity, from an untrusted `for`. */
export function afterStepUp(wanted: string | null): string {
  if (wanted && DESK_PAGE.test(wanted)) return wanted;
  return stepUps[wanted ?? ""] ?? "/settings";
}

/** Does the same for a page that needs a recent proof of identity. @throws a redirect to the page that asks for it */
export function onProvenPage<T>(
  context: RouteContext,
  page: string,
  run: (ctx: MemberCtx) => Promise<T>,
): Promise<T> {
  return onMemberPage(context, async (ctx) => {
    try {
      return await run(ctx);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "step_up") throw error;
      throw redirect(`/settings/confirm?for=${encodeURIComponent(page)}`);
    }
  });
}

/** Returns the `Set-Cookie` value of a renewed session. */
export const cookieOf = (context: RouteContext, session: RenewedSession): string =>
  sessionCookie(session, context.get(pageContext).secure);

/** Returns the redirect that follows a log-in, with the cookies of its session. */
export function redirectLoggedIn(
  url: URL,
  { session, isNewUser }: LoggedIn,
  secure: boolean,
  ...cookies: string[]
): Response {
  const next = requestedNext(url);
  return redirectWithToast(
    isNewUser ? withNext("/profile-setup", next) : nextOrFeed(next),
    "logged-in",
    ...logInCookies(session, secure),
    ...cookies,
  );
}

/** Returns the headers of a page whose form needs cookies: if the cookie comes back, the browser accepts them. */
export function cookieCheckHeaders(context: RouteContext): { "Set-Cookie": string } {
  return { "Set-Cookie": checkCookie(context.get(pageContext).secure) };
}

/**
 * Checks that the browser of a form accepts cookies, before a session or an account is made in vain. A client that
 * sends no page's form is not checked.
 * @throws AppError `forbidden` when the cookie of the form's page has not come back
 */
export function requireCookies(context: RouteContext, request: Request, form: FormData): void {
  if (form.has("cookies") && !takesCookies(request, context.get(pageContext).secure))
    throw new AppError("forbidden", COOKIES_NEEDED);
}

/** Runs the log-in of a page. A suspended member is led to the page that says why, with the right to appeal there. */
export async function orSuspension(context: RouteContext, logIn: () => Promise<Response>): Promise<Response> {
  try {
    return await logIn();
  } catch (error) {
    if (!(error instanceof SuspendedError)) throw error;
    const { ctx, secure } = context.get(pageContext);
    const token = await admitToAppeal(ctx, error.memberId);
    return redirect("/appeal", { headers: { "Set-Cookie": pendingLogInCookie(token, secure) } });
  }
}

/** Returns a redirect to a page of this site that shows a toast. @param cookies further `Set-Cookie` values */
export function redirectWithToast(path: string, flash: Flash, ...cookies: string[]): Response {
  return redirect(path, { headers: toastHeaders(path, flash, cookies) });
}

/** Returns a redirect that ends the session cookie and shows a toast on a visitors' page, in a new document. */
export function redirectSignedOut(
  context: RouteContext,
  path: string,
  flash: Flash,
  ...cookies: string[]
): Response {
  const cookie = endedSessionCookie(context.get(pageContext).secure);
  return redirectDocument(path, toastHeaders(path, flash, [cookie, ...cookies]));
}

function toastHeaders(path: string, flash: Flash, cookies: readonly string[]): Headers {
  const headers = new Headers();
  const [pathname = ""] = path.split(/[?#]/);
  for (const cookie of [...cookies, flashCookie(flash, pathname)]) headers.append("Set-Cookie", cookie);
  return headers;
}

/** Redirects signed-in members from visitors' pages to `next`, or else to `/feed` (docs/product.md#routes). */
export function visitorsOnly(context: RouteContext, url: URL): void {
  if (isMember(context)) throw redirect(nextOrFeed(requestedNext(url)));
}
