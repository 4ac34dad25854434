import { Bookmark } from "lucide-react";
import { useCallback, useEffect } from "react";
import type { PostView } from "~/contract/posts";
import { getPage } from "~/features/api/json";
import { currentPost, upsertPosts } from "~/features/post/post-store";
import { Loading, TileSkeletons } from "~/ui/skeleton";
import { EmptyState, ErrorState } from "~/ui/states";
import { EndlessGrid } from "./endless-grid";
import { useEntryState } from "./entry-state";
import type { Loaded } from "./use-pages";

type Saved = Loaded<PostView> | "loading" | "failed";

async function loadSaved(address = "/api/posts/saved"): Promise<Loaded<PostView>> {
  const page = await getPage<PostView>(address);
  upsertPosts(page.items);
  return page;
}

/** What was taken out again on a post's own page is not saved any more. */
const isStillSaved = (post: PostView) => currentPost(post)?.isSaved === true;

/**
 * What the member saved, fetched when the tab is opened: it is nobody's but theirs. Who comes Back finds it as it was
 * meanwhile.
 */
export function SavedPosts() {
  const [saved, setSaved] = useEntryState<Saved>("saved", "loading");

  const load = useCallback(async () => {
    setSaved((now) => (now === "failed" ? "loading" : now));
    try {
      setSaved(await loadSaved());
    } catch {
      setSaved((now) => (now === "loading" ? "failed" : now));
    }
  }, [setSaved]);
  useEffect(() => void load(), [load]);

  if (saved === "failed") return <ErrorState title="Error Loading Saved Posts" onRetry={() => void load()} />;
  if (saved === "loading") {
    return (
      <Loading label="Loading saved posts" className="grid grid-cols-3 gap-0.5 md:gap-1">
        <TileSkeletons count={6} />
      </Loading>
    );
  }
  return (
    <EndlessGrid
      name="saved"
      first={saved}
      load={loadSaved}
      wants={isStillSaved}
      empty={
        <EmptyState
          icon={<Bookmark aria-hidden />}
          title="No Saved Posts"
          text="Photos you save are kept here, for your eyes only."
        />
      }
    />
  );
}
