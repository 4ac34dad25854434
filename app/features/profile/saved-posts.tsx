import { Bookmark } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import type { PostView } from "~/contract/posts";
import { getPage } from "~/features/api/json";
import { Loading, TileSkeletons } from "~/ui/skeleton";
import { EmptyState, ErrorState } from "~/ui/states";
import { EndlessGrid } from "./endless-grid";

type Saved = { items: PostView[]; next: string | null } | "loading" | "failed";

/** What the member saved, fetched when the tab is opened: it is nobody's but theirs. */
export function SavedPosts() {
  const [saved, setSaved] = useState<Saved>("loading");

  const load = useCallback(async () => {
    setSaved("loading");
    setSaved(await getPage<PostView>("/api/posts/saved").catch(() => "failed" as const));
  }, []);
  useEffect(() => void load(), [load]);

  if (saved === "failed") return <ErrorState title="Error Loading Saved Posts" onRetry={() => void load()} />;
  if (saved === "loading") {
    return (
      <Loading label="Loading saved posts" className="grid grid-cols-3 gap-0.5 md:gap-1">
        <TileSkeletons count={6} />
      </Loading>
    );
  }
  if (saved.items.length === 0) {
    return (
      <EmptyState
        icon={<Bookmark aria-hidden />}
        title="No Saved Posts"
        text="Photos you save are kept here, for your eyes only."
      />
    );
  }
  return <EndlessGrid first={saved.items} next={saved.next} />;
}
