import { Bookmark } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import type { PostView } from "~/contract/posts";
import { apiPage, type Page } from "~/features/api/client";
import { EndlessGrid } from "~/features/grid/endless-grid";
import { useEntryCache } from "~/features/grid/entry-cache";
import { currentPost, postsVersion, upsertPosts } from "~/features/post/post-store";
import { Loading, TileSkeletons } from "~/ui/skeleton";
import { EmptyState, ErrorState } from "~/ui/states";

type FirstPage = Page<PostView> | "loading" | "failed";

async function loadSaved(cursor: string | null): Promise<Page<PostView>> {
  const requestedAt = postsVersion();
  const page = await apiPage("GET /api/posts/saved", { query: { cursor } });
  upsertPosts(page.items, requestedAt);
  return page;
}

/** Whether a loaded post is still saved: the member may have unsaved it on its own page. */
const isStillSaved = (post: PostView) => currentPost(post)?.isSaved === true;

/**
 * The posts that the member saved, fetched when the tab opens. On Back the cached page shows while a new one is fetched.
 */
export function SavedPosts() {
  const cache = useEntryCache<FirstPage>("saved");
  const [first, setFirst] = useState<FirstPage>(() => cache.read() ?? "loading");
  useEffect(() => cache.write(first), [cache, first]);

  const load = useCallback(async () => {
    setFirst((current) => (current === "failed" ? "loading" : current));
    try {
      setFirst(await loadSaved(null));
    } catch {
      setFirst((current) => (current === "loading" ? "failed" : current));
    }
  }, []);
  useEffect(() => void load(), [load]);

  if (first === "failed") return <ErrorState title="Error Loading Saved Posts" onRetry={() => void load()} />;
  if (first === "loading") {
    return (
      <Loading label="Loading saved posts" className="grid grid-cols-3 gap-0.5 md:gap-1">
        <TileSkeletons count={6} />
      </Loading>
    );
  }
  return (
    <EndlessGrid
      name="saved"
      first={first}
      load={loadSaved}
      isShown={isStillSaved}
      empty={
        <EmptyState
          icon={<Bookmark aria-hidden />}
          title="No Saved Posts"
          text="Photos you save appear here. Only you can see them."
        />
      }
    />
  );
}
