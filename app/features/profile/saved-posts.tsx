import { useLingui } from "@lingui/react/macro";
import { useStore } from "@nanostores/react";
import { Bookmark } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import type { CollectionView } from "~/contract/collections";
import type { PostView } from "~/contract/posts";
import { api, apiPage, type Page } from "~/features/api/client";
import { CollectionStrip } from "~/features/collections/collection-strip";
import { SelectablePosts } from "~/features/collections/selectable-posts";
import { EndlessGrid } from "~/features/grid/endless-grid";
import { useEntryCache } from "~/features/grid/entry-cache";
import { $saves, currentPost, postsVersion, upsertPosts } from "~/features/post/post-store";
import { Loading, TileSkeletons } from "~/ui/skeleton";
import { EmptyState, ErrorState } from "~/ui/states";

interface Saved {
  first: Page<PostView>;
  /** Null when they failed to load. */
  collections: CollectionView[] | null;
}

async function loadSaved(cursor: string | null): Promise<Page<PostView>> {
  const requestedAt = postsVersion();
  const page = await apiPage("GET /api/posts/saved", { query: { cursor } });
  upsertPosts(page.items, requestedAt);
  return page;
}

/** Whether a loaded post is still saved: the member may have unsaved it on its own page. */
const isStillSaved = (post: PostView) => currentPost(post)?.isSaved === true;

const loadCollections = () => api("GET /api/collections").catch(() => null);

/**
 * The member's collections and saved posts, fetched when the tab opens. Back shows the cached ones meanwhile.
 */
export function SavedPosts() {
  const { t } = useLingui();
  // `isStillSaved` reads the stored posts.
  useStore($saves, { ssr: "initial" });
  const cache = useEntryCache<Saved | "loading" | "failed">("saved");
  const [saved, setSaved] = useState(() => cache.read() ?? "loading");
  useEffect(() => cache.write(saved), [cache, saved]);

  const load = useCallback(() => {
    Promise.all([loadSaved(null), loadCollections()]).then(
      ([first, collections]) => setSaved({ first, collections }),
      () => setSaved((current) => (current === "loading" ? "failed" : current)),
    );
  }, []);
  useEffect(load, [load]);

  function retry() {
    setSaved("loading");
    load();
  }
  if (saved === "failed") return <ErrorState title={t`Error Loading Saved Posts`} onRetry={retry} />;
  if (saved === "loading") {
    return (
      <Loading label={t`Loading saved posts`} className="grid grid-cols-3 gap-0.5 md:gap-1">
        <TileSkeletons count={6} />
      </Loading>
    );
  }
  return (
    <>
      <CollectionStrip collections={saved.collections} onRetry={load} />
      <EndlessGrid
        name="saved"
        first={saved.first}
        load={loadSaved}
        isShown={isStillSaved}
        renderPosts={(posts) => <SelectablePosts posts={posts} onChanged={load} />}
        empty={
          <EmptyState
            icon={<Bookmark aria-hidden />}
            title={t`No Saved Posts`}
            text={t`Photos you save appear here. Only you can see them.`}
          />
        }
      />
    </>
  );
}
