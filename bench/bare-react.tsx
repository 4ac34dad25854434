import { type Messages, setupI18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { renderToReadableStream } from "react-dom/server.node";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import type { PostView } from "~/contract/posts";
import { listOf } from "~/features/api/pager";
import { FeedList } from "~/features/feed/feed-list";
import type { Feed } from "~/features/feed/feed-store";

/**
 * The lower bound of a feed document: the same cards rendered to a stream by React alone, without session, database,
 * middleware and router. `POST /cards` sets the posts once, in the API's format.
 */
let feed: Feed = listOf({ items: [], next: null });

/** The English texts of the build, which `startBareReact` defines. */
declare const TEXTS: Messages;

const i18n = setupI18n({ locale: "en", messages: { en: TEXTS } });
const viewer = { id: "viewer", username: "viewer", fullName: "The Viewer", profileImage: null };
const { query, dataRoutes } = createStaticHandler([
  {
    id: "root",
    path: "/react",
    loader: () => ({ viewer }),
    Component: () => <FeedList feed={feed} isHead />,
  },
]);

export default {
  async fetch(request: Request): Promise<Response> {
    if (request.method === "POST") {
      const items: PostView[] = await request.json();
      feed = listOf({ items, next: items.at(-1)?.id ?? null });
      return new Response("taken");
    }
    const context = await query(request);
    if (context instanceof Response) return context;
    const router = createStaticRouter(dataRoutes, context);
    const body = await renderToReadableStream(
      <I18nProvider i18n={i18n}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </I18nProvider>,
      { progressiveChunkSize: Number.POSITIVE_INFINITY },
    );
    return new Response(body, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  },
};
