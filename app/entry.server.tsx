import { I18nProvider } from "@lingui/react";
import { isbot } from "isbot";
import { renderToReadableStream } from "react-dom/server.node";
import type { EntryContext, RouterContextProvider } from "react-router";
import { isRouteErrorResponse, ServerRouter } from "react-router";
import { CatalogsContext } from "./features/language/catalogs";
import { ModulePreloadsContext } from "./features/shell/module-preloads";
import { NonceContext } from "./features/shell/nonce";
import { UrlContext } from "./features/shell/share-card";
import { SiteContext } from "./features/shell/site-head";
import { pageContext } from "./page-context";
import { logError } from "./platform/log";
import type { Texts } from "./platform/texts";
import { importsOf, modulesOf, withoutImports } from "./ui/router/manifest";

/**
 * Logs the error of a loader or action. React Router would log all of it, with the SQL of a failed statement. Replies
 * that are errors, such as a 404, have their line in the request log.
 */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  logError(error, context.get(pageContext).call);
}

/** Renders a page to a stream. An error while rendering the first part sets the status 500. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { call, nonce, ctx, onFailure, texts } = loadContext.get(pageContext);
  let replyStatus = status;
  const body = await renderToReadableStream(
    <I18nProvider i18n={texts.i18n}>
      <NonceContext value={nonce}>
        <UrlContext value={ctx.urlOf}>
          <SiteContext value={ctx.site}>
            <CatalogsContext value={catalogsOf(routerContext, texts)}>
              <ModulePreloadsContext value={importsOf(routerContext)}>
                <ServerRouter
                  context={{ ...routerContext, manifest: withoutImports(routerContext.manifest) }}
                  url={request.url}
                  nonce={nonce}
                />
              </ModulePreloadsContext>
            </CatalogsContext>
          </SiteContext>
        </UrlContext>
      </NonceContext>
    </I18nProvider>,
    {
      nonce,
      // React would stream large parts last and insert them by script. Pages must be readable without JavaScript.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      signal: request.signal,
      onError: (error) => {
        replyStatus = 500;
        onFailure?.();
        logError(error, call);
      },
    },
  );
  // Crawlers do not run the scripts that insert streamed parts.
  if (isbot(request.headers.get("User-Agent"))) await body.allReady;
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(body, { status: replyStatus, headers });
}

/** Returns the addresses of the browser's catalogs for the routes of a page. */
const catalogsOf = (routerContext: EntryContext, { files }: Texts) =>
  modulesOf(routerContext).flatMap((module) => files[module] ?? []);
