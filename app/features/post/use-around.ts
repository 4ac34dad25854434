import { useMemo } from "react";
import type { Neighbours } from "~/contract/posts";
import { api } from "~/features/api/client";
import { type SessionViewer, useViewer } from "~/features/session/viewer";
import { useOrigin } from "~/ui/origin";
import type { Around, PhotoGroup } from "~/ui/use-photo-groups.client";
import { isCovered } from "./covered-photo";
import { listOfPage, neighboursIn, type PostList } from "./page-lists";
import { postsVersion, upsertPosts } from "./post-store";
import { useOpenNeighbour } from "./use-neighbours";

/** Covered posts that the viewer passes in a row. */
export const SKIPPED_MAX = 8;

/** Returns how a post's photo viewer continues to its neighbours' photos; closing there opens that post's page. */
export function useAround(id: string, { previous, next }: Neighbours): Around {
  const list = listOfPage(useOrigin()?.to);
  const viewer = useViewer();
  const open = useOpenNeighbour();
  return useMemo(() => {
    const known = { id, previous, next };
    const load: Around["load"] = (from, step) =>
      nextShown(
        from,
        (one) => neighbourOf(one, step, known, list),
        (one) => loadPhotos(one, viewer),
      );
    return { id, load, onLeave: open };
  }, [id, previous, next, list, viewer, open]);
}

/**
 * Returns the photos of the first post after one that has any to show; null at the end, and after `SKIPPED_MAX`
 * posts without: a list of covered photos would be requested in full.
 */
export async function nextShown(
  from: string,
  idAfter: (id: string) => Promise<string | null>,
  photosOf: (id: string) => Promise<PhotoGroup | null>,
): Promise<PhotoGroup | null> {
  let id = await idAfter(from);
  for (let skipped = 0; id !== null && skipped < SKIPPED_MAX; skipped++) {
    const group = await photosOf(id);
    if (group) return group;
    id = await idAfter(id);
  }
  return null;
}

/** Returns the id of the post beside one: in the list, fetching its next page at its end, else among its author's. */
async function neighbourOf(
  id: string,
  step: -1 | 1,
  known: Neighbours & { id: string },
  list: PostList | undefined,
): Promise<string | null> {
  const inList = () => neighboursIn(list?.$ids.get() ?? [], id);
  if (inList()?.next === null && step === 1) await list?.loadMore();
  const ofAuthor = () =>
    id === known.id ? known : api("GET /api/posts/{id}/neighbours", { params: { id } });
  const { previous, next } = inList() ?? (await ofAuthor());
  return step === 1 ? next : previous;
}

/** Fetches a post. @returns its photos; null when they are covered */
async function loadPhotos(id: string, viewer: SessionViewer | null): Promise<PhotoGroup | null> {
  const requestedAt = postsVersion();
  const post = await api("GET /api/posts/{id}", { params: { id } });
  upsertPosts([post], requestedAt);
  return isCovered(post, viewer) ? null : { id, photos: post.photos ?? [post] };
}
