import { useInWideWindow, useQuietPart } from "~/ui/quiet-part";
import { retryImport } from "~/ui/retry-import";

const load = retryImport(() => import("./side-column.client"));

/** The column beside the feed on wide screens (docs/product.md#feed). Loaded only there, after the page is shown. */
export function SideColumn() {
  const [Column, want] = useQuietPart(load);
  useInWideWindow("(width >= 1200px)", want);
  return <div className="hidden w-[22rem] min-[1200px]:block print:!hidden">{Column && <Column />}</div>;
}
