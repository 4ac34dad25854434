import type { ExplorePost, SuggestedMember, TrendingTag } from "~/contract/explore";
import { GRID_PAGE } from "~/contract/limits";
import type { Page } from "~/db/cursor";
import type { MemberCtx } from "../context";
import { suggestedRows, suggestMembers } from "../search/suggest-members";
import { followedTagRows, listFollowedTags } from "./follow-tag";
import { exploreRows, listExplorePosts } from "./list-explore-posts";
import { listTrendingTags, trendingRows } from "./trending-tags";

/** Explore as its page shows it: on the first page of posts also members and hashtags. */
export interface Explore {
  page: Page<ExplorePost>;
  cursor: string | null;
  suggestions: SuggestedMember[];
  followedTags: string[];
  trendingTags: TrendingTag[];
}

/** Returns a page of Explore. @throws AppError `malformed` */
export async function readExplore(ctx: MemberCtx, cursor: string | null): Promise<Explore> {
  const [page, suggestions, followedTags, trendingTags] = await Promise.all([
    listExplorePosts(ctx, { cursor, limit: GRID_PAGE }),
    cursor ? [] : suggestMembers(ctx),
    cursor ? [] : listFollowedTags(ctx),
    cursor ? [] : listTrendingTags(ctx),
  ]);
  return { page, cursor, suggestions, followedTags, trendingTags };
}

/** The reads of `readExplore`. */
export const exploreReads = (cursor: string | null) => [
  exploreRows({ cursor, limit: GRID_PAGE }),
  ...(cursor ? [] : [suggestedRows(), followedTagRows(), trendingRows()]),
];
