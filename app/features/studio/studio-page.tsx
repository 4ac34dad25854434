import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { Collection } from "./collection";
import { Creator } from "./creator";
import { Editor } from "./editor";
import type { FirstImages } from "./known-images";
import { openStudio, useTool } from "./studio-store";
import { Styles } from "./styles";

/** "Create with AI" (spec point 2): three tools and what came of them. */
export function StudioPage({ memberId, collection }: { memberId: string; collection: FirstImages }) {
  if (typeof window !== "undefined") openStudio(memberId);
  useFreshCollection(collection);
  return (
    <div className="mx-auto max-w-5xl px-4 py-8">
      <h1 className="title mb-2 text-3xl">Create with AI</h1>
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
    </div>
  );
}

/** A result that came belongs in the collection, also when it came while its member was elsewhere. */
function useFreshCollection({ items }: FirstImages): void {
  const { revalidate } = useRevalidator();
  const newest = [useTool("generate"), useTool("edit"), useTool("style")]
    .map(({ result }) => result?.id ?? "")
    .sort()
    .at(-1);
  const known = items[0]?.id ?? "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once a result, not again when the answer lacks it (it was deleted).
  useEffect(() => {
    if (newest && newest > known) void revalidate();
  }, [newest]);
}
