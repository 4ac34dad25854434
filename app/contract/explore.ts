import { msg } from "@lingui/core/runtime-macro";
import { userSummary } from "./accounts";
import { listedMember } from "./connections";
import { ruleText } from "./messages";
import { postView } from "./posts";
import { z } from "./zod";

/** The reason for a first post of Explore or a suggested member: a shared connection, or a hashtag that both use. */
export const findingReason = z.object({
  type: z.enum(["connection", "tag"]),
  /** The username of the connection, or the hashtag without the sign. */
  name: z.string(),
  /** The number of further connections of the viewer who are connected with the member. */
  others: z.int(),
});
export type FindingReason = z.infer<typeof findingReason>;

/** A post in Explore; without a reason it is only recent. */
export const explorePost = postView.extend({ reason: findingReason.nullable() });
export type ExplorePost = z.infer<typeof explorePost>;

/** A suggested member; without a reason their account is only new. */
export const suggestedMember = userSummary.extend({ reason: findingReason.nullable() });
export type SuggestedMember = z.infer<typeof suggestedMember>;

/** A hashtag of the week. */
export const trendingTag = z.object({
  tag: z.string(),
  /** The number of members who have posts with it. */
  authors: z.int(),
});
export type TrendingTag = z.infer<typeof trendingTag>;

/** The content of the side of the feed and of the panel under a phone's search field. */
export const surroundings = z.object({
  /** The members whose request waits for the viewer's answer, at most `REQUESTS_COUNTED`. */
  requests: z.array(listedMember),
  suggestions: z.array(suggestedMember),
  tags: z.array(trendingTag),
});
export type Surroundings = z.infer<typeof surroundings>;

export const discoveryInput = z.object({
  /** Whether the member stays out of Explore and of suggestions. */
  hidden: z.boolean({ error: ruleText(msg`Say whether you stay out of Explore and suggestions.`) }),
});
export type DiscoveryInput = z.infer<typeof discoveryInput>;
