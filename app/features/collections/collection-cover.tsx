import { Bookmark } from "lucide-react";
import type { CollectionView } from "~/contract/collections";
import { CoveredTile } from "~/features/grid/covered-tile";
import { useIsCovered } from "~/features/post/covered-photo";
import { Photo } from "~/ui/photo";

/** The square cover of a collection. Decoration: its name stands beside it. @param sizes as in `<img sizes>` */
export function CollectionCover({
  coverPhoto,
  sizes,
}: Pick<CollectionView, "coverPhoto"> & { sizes: string }) {
  return (
    <span aria-hidden className="block overflow-hidden rounded-control">
      {coverPhoto ? (
        <CoverPhoto coverPhoto={coverPhoto} sizes={sizes} />
      ) : (
        <span className="flex aspect-square items-center justify-center bg-wash text-muted">
          <Bookmark className="size-7 stroke-[1.25]" />
        </span>
      )}
    </span>
  );
}

function CoverPhoto({
  coverPhoto: { postId, cover, ...photo },
  sizes,
}: {
  coverPhoto: NonNullable<CollectionView["coverPhoto"]>;
  sizes: string;
}) {
  const isCovered = useIsCovered({ id: postId, cover });
  return isCovered ? (
    <CoveredTile photo={photo} sizes={sizes} />
  ) : (
    <Photo photo={photo} sizes={sizes} shape="square" />
  );
}
