import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { createCollection } from "~/domain/collections/create-collection";
import { deleteCollection } from "~/domain/collections/delete-collection";
import { editCollection } from "~/domain/collections/edit-collection";
import { listCollectionPosts } from "~/domain/collections/list-collection-posts";
import { moveSavedPosts } from "~/domain/collections/move-saved-posts";
import { listCollections, readCollection } from "~/domain/collections/read-collection";
import type { AppEnv } from "../context";
import { serve } from "./call";

export const collections = new Hono<AppEnv>();

serve(collections, calls.moveSavedPosts, ({ ctx, body }) => moveSavedPosts(ctx, body));

serve(collections, calls.listCollections, ({ ctx }) => listCollections(ctx));

serve(collections, calls.createCollection, ({ ctx, body }) => createCollection(ctx, body));

serve(collections, calls.readCollection, ({ ctx, param }) => readCollection(ctx, param("id")));

serve(collections, calls.editCollection, ({ ctx, param, body }) => editCollection(ctx, param("id"), body));

serve(collections, calls.deleteCollection, ({ ctx, param }) => deleteCollection(ctx, param("id")));

serve(collections, calls.listCollectionPosts, ({ ctx, param, page }) =>
  listCollectionPosts(ctx, param("id"), page),
);
