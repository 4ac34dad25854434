import { Hono } from "hono";
import { api } from "./api";
import type { AppContext, AppEnv } from "./context";
import { cspReports } from "./csp-reports";
import { health } from "./health";
import { media } from "./media";
import { MemoRouter } from "./memo-router";
import { setBookmark } from "./middleware/bookmark";
import { drainBody } from "./middleware/drain-body";
import { errorReply } from "./middleware/errors";
import { originCheck } from "./middleware/origin";
import { ownHost } from "./middleware/own-host";
import { readOnly } from "./middleware/read-only";
import { renewPass } from "./middleware/renew-pass";
import { costOfReply, requestLog } from "./middleware/request-log";
import { securityHeaders } from "./middleware/security-headers";
import { session } from "./middleware/session";
import { urlLimit } from "./middleware/url-limit";
import { writeLimit } from "./middleware/write-limit";
import { pagePaths, patternsOf } from "./page-paths";
import { preloads } from "./preloads";
import { askForSharedPhoto } from "./share";
import { siteFiles } from "./site-files";
import { openSocket } from "./socket";
import { wellKnown } from "./well-known";

/**
 * Builds the app in the order in which a request passes it: socket; log and headers around everything else; photos,
 * before any database query; origin check, session, maintenance, write limit; JSON calls; pages.
 */
export function createEdge(pages: (c: AppContext) => Promise<Response>): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ router: new MemoRouter() });
  app.onError((error, c) => errorReply(c, error));

  // First, because a 101 reply must not be changed by middleware.
  app.get("/ws", ownHost, openSocket);

  app.use(requestLog, securityHeaders, drainBody, ownHost, urlLimit);
  app.get("/healthz", health);
  app.route("/", wellKnown);
  app.route("/", cspReports);
  app.all("/share", askForSharedPhoto);
  app.route("/", siteFiles);
  app.route("/media", media);
  app.route("/", preloads);
  app.use(originCheck, setBookmark, session, readOnly, writeLimit, renewPass);
  app.use(costOfReply);
  app.route("/", api);
  for (const path of pagePaths.flatMap(patternsOf)) app.all(path, pages);
  app.all("*", pages);
  return app;
}
