import { FEED_DOCUMENT_POSTS, PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import type { PageRequest } from "~/db/cursor";

/**
 * Returns the page of the feed that the document at `/feed?cursor=` contains: the first view, or a whole page behind a
 * cursor, which only readers without JavaScript open (docs/decisions/0070-feed-by-seeks.md).
 */
export function feedDocumentPage(cursor: string | null): PageRequest {
  return { cursor, limit: cursor ? PAGE_LIMIT_DEFAULT : FEED_DOCUMENT_POSTS };
}
