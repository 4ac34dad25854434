import { sql } from "drizzle-orm";
import type { UserSummary } from "~/contract/accounts";
import type { ConnectionItem } from "~/contract/connections";
import { CONNECTIONS_SEARCHED, STORIES_SHOWN } from "~/contract/limits";
import { nameContains } from "~/contract/name-contains";
import { beforeId, firstPage, isFirstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { limit } from "~/db/limit";
import { myKey, namingWithKey, readRows, viewerQuery } from "~/db/viewer-query";
import type { ViewerCtx } from "../context";

interface ConnectionPage {
  page: PageRequest;
  /** A part of a username or full name; empty for all. */
  query: string;
}

/**
 * Returns the members that the viewer is connected with, newest accounts first: by name, a page would read all of them.
 * With a query it compares `CONNECTIONS_SEARCHED` members at a time without case and accents: a page can be short or
 * empty and have a next one.
 */
export async function listConnections(
  ctx: ViewerCtx,
  { page = firstPage, query = "" }: Partial<ConnectionPage> = {},
): Promise<Page<ConnectionItem>> {
  const list = { page, query: query.trim() };
  const [rows] = await readRows(ctx, connectionRows(list));
  const { items, next } = itemsOf(rows, list);
  return { items: items.map((user) => ({ user })), next };
}

function itemsOf(rows: UserSummary[], { page, query }: ConnectionPage): Page<UserSummary> {
  const idOf = ({ id }: UserSummary) => id;
  if (!query) return pageOf(rows, page.limit, idOf);
  const compared = pageOf(rows, CONNECTIONS_SEARCHED, idOf);
  const found = compared.items.filter((member) => nameContains(member, query));
  return found.length > page.limit ? pageOf(found, page.limit, idOf) : { items: found, next: compared.next };
}

/** The rows of one page, and one more. The first has those of the stories strip, so a hub caches one list for both. */
export const connectionRows = viewerQuery<ConnectionPage, UserSummary>({
  cachedAs: (list) => (isHead(list) ? "connections" : null),
  fromCached: ({ page }) => (isFirstPage(page) ? null : (rows) => rows),
  text: (viewer, list) => sql`
    WITH ${namingWithKey(viewer)}
    SELECT u.id AS id, u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage
    FROM connection_sides s CROSS JOIN users u ON u.id = s.other
    WHERE s.member = ${myKey} AND s.accepted = 1 AND s.other < ${sql.placeholder("before")}
    ORDER BY s.other DESC ${limit(sizeOf(list) + 1)}`,
  values: ({ page }) => ({ before: beforeId(page) }),
  shape: sizeOf,
});

const isHead = ({ page, query }: ConnectionPage) => !page.cursor && query === "";

function sizeOf(list: ConnectionPage): number {
  if (list.query) return CONNECTIONS_SEARCHED;
  return isHead(list) ? STORIES_SHOWN : list.page.limit;
}
