import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { createPost } from "~/domain/posts/create-post";
import { deletePost } from "~/domain/posts/delete-post";
import { listSaved } from "~/domain/posts/list-saved";
import { readFeed } from "~/domain/posts/read-feed";
import { readPost } from "~/domain/posts/read-post";
import type { AppEnv } from "../context";
import { serve } from "./call";

export const posts = new Hono<AppEnv>();

serve(posts, calls.readFeed, ({ ctx, page }) => readFeed(ctx, page));

serve(posts, calls.createPost, ({ ctx, body }) => createPost(ctx, body));

serve(posts, calls.listSaved, ({ ctx, page }) => listSaved(ctx, page));

serve(posts, calls.readPost, ({ ctx, param }) => readPost(ctx, param("id")));

serve(posts, calls.deletePost, async ({ ctx, param }) => {
  await deletePost(ctx, param("id"));
  return undefined;
});
