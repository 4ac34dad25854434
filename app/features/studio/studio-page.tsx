import { useLingui } from "@lingui/react/macro";
import { useEffect, useLayoutEffect } from "react";
import type { AiImageView } from "~/contract/ai";
import type { Page } from "~/features/api/client";
import { Page as PageColumn } from "~/ui/page";
import { useReload } from "~/ui/router/use-reload";
import { Collection } from "./collection";
import { Creator } from "./creator";
import { Editor } from "./editor";
import { openStudio, useTool } from "./studio-store";
import { Styles } from "./styles";

/** "Create with AI": the three tools and the member's images (docs/product.md#ai-images). */
export function StudioPage({ memberId, collection }: { memberId: string; collection: Page<AiImageView> }) {
  const { t } = useLingui();
  // A layout effect clears the inputs of another member before they are visible.
  useLayoutEffect(() => openStudio(memberId), [memberId]);
  useCollectionRefresh(collection);
  return (
    <PageColumn title={t`Create with AI`}>
      <div className="grid grid-cols-1 gap-x-10 md:grid-cols-2">
        <Creator />
        <div className="max-md:border-line max-md:border-t">
          <Editor />
        </div>
      </div>
      <div className="border-line border-t">
        <Styles />
      </div>
      <Collection first={collection} />
    </PageColumn>
  );
}

/**
 * Reloads the collection when a tool has a newer result, also one that arrived while the member was on another page.
 */
function useCollectionRefresh({ items }: Page<AiImageView>): void {
  const reload = useReload();
  const newest = [useTool("generate"), useTool("edit"), useTool("style")]
    .map(({ result }) => result?.id ?? "")
    .sort()
    .at(-1);
  const newestListed = items[0]?.id ?? "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per result, even if it was deleted before the reply.
  useEffect(() => {
    if (newest && newest > newestListed) void reload();
  }, [newest]);
}
