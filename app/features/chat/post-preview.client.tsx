import { useLingui } from "@lingui/react/macro";
import { useStore } from "@nanostores/react";
import { EyeOff } from "lucide-react";
import { useEffect } from "react";
import { Link } from "react-router";
import { useViewer } from "~/features/session/viewer";
import { Photo } from "~/ui/photo";
import { $postPreviews, requestPreview } from "./post-previews";

/** A linked post's photo, author and start of the caption, if it has a preview. A default export for the loader. */
export default function PostPreviewCard({ id, viewerId }: { id: string; viewerId: string }) {
  const { t } = useLingui();
  const preview = useStore($postPreviews, { keys: [id] })[id]?.preview;
  const showsSensitive = useViewer()?.showsSensitive ?? false;
  useEffect(() => requestPreview(viewerId, id), [viewerId, id]);
  if (!preview) return null;
  const isCovered = preview.cover !== null && !showsSensitive;
  return (
    <Link
      to={`/post/${id}`}
      className="m-2 mt-0 flex h-20 w-72 max-w-[calc(100%-1rem)] overflow-hidden rounded-control bg-current/10 hover:bg-current/15"
    >
      <span className="block size-20 shrink-0">
        <Photo
          photo={preview}
          shape="square"
          sizes="80px"
          cover={
            isCovered && (
              <span className="on-dusk absolute inset-0 grid place-items-center bg-dusk-deep/85 text-dusk-ink">
                <EyeOff role="img" aria-label={t`Sensitive photo`} className="size-6" />
              </span>
            )
          }
        />
      </span>
      <span className="min-w-0 flex-1 self-center px-3 text-sm">
        <bdi translate="no" className="block truncate font-semibold">
          {preview.username}
        </bdi>
        <span dir="auto" className="line-clamp-2">
          {preview.caption}
        </span>
      </span>
    </Link>
  );
}
