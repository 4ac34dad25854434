import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { checkUsername } from "~/domain/accounts/check-username";
import { setUpProfile } from "~/domain/accounts/set-up-profile";
import { directions, listConnected } from "~/domain/connections/list-sides";
import { setDiscovery } from "~/domain/explore/set-discovery";
import { listProfilePosts } from "~/domain/profiles/list-profile-posts";
import { readProfile } from "~/domain/profiles/read-profile";
import { dismissSuggestion } from "~/domain/search/dismiss-suggestion";
import { searchMembers } from "~/domain/search/search-members";
import { suggestMembers } from "~/domain/search/suggest-members";
import type { AppEnv } from "../context";
import { serve } from "./call";

export const users = new Hono<AppEnv>();

serve(users, calls.setUpProfile, async ({ ctx, body }) => ({
  user: await setUpProfile(ctx, body),
  message: "Your profile has been successfully set up",
}));

serve(users, calls.searchUsers, ({ ctx, c }) => searchMembers(ctx, c.req.query("q") ?? ""));

serve(users, calls.listSuggestions, ({ ctx }) => suggestMembers(ctx));

serve(users, calls.dismissSuggestion, ({ ctx, param }) => dismissSuggestion(ctx, param("userId")));

serve(users, calls.setDiscovery, ({ ctx, body }) => setDiscovery(ctx, body));

serve(users, calls.checkUsername, ({ ctx, param }) => checkUsername(ctx, param("username")));

serve(users, calls.listProfilePosts, ({ ctx, param, page }) =>
  listProfilePosts(ctx, param("username"), page),
);

for (const direction of directions) {
  const call = { connected: calls.listConnected, connecting: calls.listConnecting }[direction];
  serve(users, call, ({ ctx, c, param, page }) =>
    listConnected(ctx, { username: param("username"), direction, query: c.req.query("q") ?? "", page }),
  );
}

serve(users, calls.readProfile, ({ ctx, param }) => readProfile(ctx, param("username")));
