import { sql } from "drizzle-orm";
import type { ListedMember } from "~/contract/connections";
import { LIST_SEARCH_PAGE } from "~/contract/limits";
import { nameContains } from "~/contract/name-contains";
import { notBlocked } from "~/db/blocks";
import { beforeId, firstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { limit } from "~/db/limit";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";
import { memberNotFound } from "../not-found";
import { memberNamed, namesOf } from "../profiles/member-named";
import { type ListedRow, listed, listedMembers, permitted } from "./listed-members";

/** A member's connections: those whose request they accepted (`connected`), or who accepted theirs (`connecting`). */
export type Direction = "connected" | "connecting";
export const directions: readonly Direction[] = ["connected", "connecting"];

/** Requests that wait for an answer, as the viewer has `received` or `sent` them. */
export type RequestBox = "received" | "sent";

interface ConnectionList {
  username: string;
  direction: Direction;
  /** A part of a username or full name; empty for all. */
  query: string;
  page: PageRequest;
}

/**
 * Returns the members connected with a member, those with the newest accounts first. Those whom a block or a suspension
 * hides from the viewer are left out, so the list can be shorter than the count. With a query it compares
 * `LIST_SEARCH_PAGE` members at a time without case and accents: a page can be short or empty and have a next one.
 * @throws AppError `not_found`, also when there is a block between the member and the viewer
 */
export async function listConnected(
  ctx: MemberCtx,
  {
    username,
    direction,
    query = "",
    page = firstPage,
  }: Pick<ConnectionList, "username" | "direction"> & Partial<ConnectionList>,
): Promise<Page<ListedMember>> {
  const list = { username, direction, query, page };
  const [rows] = await readRows(ctx, connectedRows(list));
  if (rows[0]?.id !== null) throw memberNotFound();
  const { items, next } = pageOf(listedMembers(rows, ctx.viewer.id), sizeOf(list), ({ id }) => id);
  return { items: items.filter((member) => nameContains(member, query)), next };
}

/** A row of nulls if the viewer may see the member, then the rows of one page, and one row more. */
export const connectedRows = viewerQuery<ConnectionList, ListedRow>({
  text: (viewer, list) => sql`
    WITH ${naming(viewer)},
    owner AS MATERIALIZED (SELECT id, key FROM users WHERE id = ${memberNamed()})
    ${permitted(sql`EXISTS (SELECT 1 FROM owner WHERE ${notBlocked(me, sql`owner.id`)})`)}
    UNION ALL ${sidesOf(sql`(SELECT key FROM owner)`, 1, sizeOf(list))}`,
  values: ({ username, direction, page }) => ({
    ...namesOf(username),
    sent: direction === "connecting" ? 1 : 0,
    before: beforeId(page),
  }),
  shape: sizeOf,
});

/** Returns the members of the viewer's requests that wait for an answer, those with the newest accounts first. */
export async function listRequests(
  ctx: MemberCtx,
  box: RequestBox,
  page: PageRequest = firstPage,
): Promise<Page<ListedMember>> {
  const [rows] = await readRows(ctx, requestRows({ box, page }));
  return pageOf(listedMembers(rows, ctx.viewer.id), page.limit, ({ id }) => id);
}

/** The rows of one page of requests, and one row more. */
export const requestRows = viewerQuery<{ box: RequestBox; page: PageRequest }, ListedRow>({
  text: (viewer, { page }) => sql`
    WITH ${naming(viewer)} ${sidesOf(sql`(SELECT key FROM users WHERE id = ${me})`, 0, page.limit)}`,
  values: ({ box, page }) => ({ sent: box === "sent" ? 1 : 0, before: beforeId(page) }),
  shape: ({ page }) => page.limit,
});

/** Returns the members in one direction of a member's connections or requests, and one more than a page. */
function sidesOf(memberKey: ReturnType<typeof sql>, accepted: 0 | 1, size: number) {
  return listed(
    sql`connection_sides s CROSS JOIN users u ON u.id = s.other`,
    sql`s.member = ${memberKey} AND s.accepted = ${sql.raw(String(accepted))} AND s.sent = ${sql.placeholder("sent")}
      AND s.other < ${sql.placeholder("before")}`,
    sql`ORDER BY s.other DESC ${limit(size + 1)}`,
  );
}

function sizeOf({ query, page }: Pick<ConnectionList, "query" | "page">): number {
  return query.trim() ? LIST_SEARCH_PAGE : page.limit;
}
