import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import type { AiImageView } from "~/contract/ai";
import { apiPage, type Page } from "~/features/api/client";
import { createPager, itemsOf, listOf } from "~/features/api/pager";
import { useFirstPage, usePager } from "~/features/api/use-pager";
import { Button } from "~/ui/button";
import { Sparkle } from "~/ui/sparkle";
import { EmptyState } from "~/ui/states";
import { showError } from "~/ui/toast-store";
import { viewOnPress } from "~/ui/viewer";
import { photoOf } from "./describe-image";
import { ImageTile } from "./image-tile";
import { $imageChange } from "./studio-store";

/** The member's AI images, newest first: the saved ones, and unsaved ones, which are deleted after a day. */
export function Collection({ first }: { first: Page<AiImageView> }) {
  const { t, i18n } = useLingui();
  const { images, next, isLoading, loadMore } = useImages(first);
  return (
    <section aria-label={t`Your images`} className="border-line border-t py-6">
      <h2 className="title mb-4 text-2xl">
        <Trans>Your images</Trans>
      </h2>
      {images.length === 0 ? (
        <EmptyState
          level={3}
          icon={<Sparkle size={36} />}
          title={t`No images yet`}
          text={t`Images you create appear here. Unsaved images are deleted after a day.`}
        />
      ) : (
        <ul className="tiles grid gap-3 md:grid-cols-3 lg:grid-cols-4">
          {images.map((image, index) => (
            <li key={image.id}>
              <ImageTile
                image={image}
                onView={viewOnPress(
                  images.map((one) => photoOf(i18n, one)),
                  index,
                )}
              />
            </li>
          ))}
        </ul>
      )}
      {next !== null && (
        <Button
          variant="quiet"
          wide
          className="mt-4"
          busy={isLoading}
          busyLabel={t`Loading...`}
          onClick={() => void loadMore()}
        >
          <Trans>Show more</Trans>
        </Button>
      )}
    </section>
  );
}

/** The loaded images: the loader's first page and the older pages. */
function useImages(first: Page<AiImageView>) {
  const { t } = useLingui();
  const [pager] = useState(() =>
    createPager((cursor: string) => apiPage("GET /api/ai/images", { query: { cursor } }), listOf(first)),
  );
  useFirstPage(pager, first);
  const { phase, ...list } = usePager(pager);
  useEffect(
    () =>
      $imageChange.listen((change) => {
        if (!change) return;
        pager.update((image) => {
          if (image.id !== change.id) return image;
          return change.kind === "saved" ? { ...image, isSaved: true } : null;
        });
      }),
    [pager],
  );

  async function loadMore() {
    await pager.loadMore();
    if (pager.$list.get().phase === "failed") {
      showError(t`Failed to load your images. Please try again later.`);
    }
  }
  return { images: itemsOf(list), next: list.next, isLoading: phase === "loading", loadMore };
}
