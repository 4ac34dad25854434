import { useLingui } from "@lingui/react/macro";
import { Send } from "lucide-react";
import { Suspense } from "react";
import type { PostView } from "~/contract/posts";
import { IconButton } from "~/ui/icon-button";
import { lazyPart } from "~/ui/lazy-part";
import { Popover } from "~/ui/popover";
import { Loading, RowSkeletons } from "~/ui/skeleton";

const SharePanel = lazyPart(() => import("./share-panel.client"));

/** The share button and its popover (docs/product.md#sharing). */
export function SharePopover({ post }: { post: PostView }) {
  const { t } = useLingui();
  return (
    <Popover
      label={t`Share post`}
      align="start"
      trigger={
        <IconButton
          label={t({ message: "Share", context: "verb" })}
          tooltip
          icon={<Send aria-hidden className="rtl:-scale-x-100" />}
        />
      }
    >
      {(close) => (
        <Suspense
          fallback={
            // About as high as the panel: the popover chooses its side, above or below, only once.
            <Loading>
              <RowSkeletons count={4} />
            </Loading>
          }
        >
          <SharePanel post={post} close={close} />
        </Suspense>
      )}
    </Popover>
  );
}
