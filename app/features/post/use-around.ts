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

/** Returns how the viewer of a post's photos goes on to those of its neighbours; closed there, it leads to their page. */
export function useAround(id: string, { previous, next }: Neighbours): Around {
  const list = listOfPage(useOrigin()?.to);
  const viewer = useViewer();
  const open = useOpenNeighbour();
  return useMemo(() => {
    const known = { id, previous, next };
    const load: Around["load"] = async (from, step) => {
      const to = await neighbourOf(from, step, known, list);
      if (to === null) return null;
      const group = await loadPhotos(to, viewer);
      // A photo that the member has not uncovered is left out.
      return group ?? load(to, step);
    };
    return { id, load, onLeave: open };
  }, [id, previous, next, list, viewer, open]);
}

/** Returns the id of the post beside one: in the list, whose next page is fetched at its end, else among the posts of its author. */
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
