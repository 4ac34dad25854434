import { useEffect } from "react";
import { useQuietPart } from "~/ui/quiet-part";
import { retryImport } from "~/ui/retry-import";

const load = retryImport(() => import("./side-column.client"));

/** The column beside the feed on wide screens (docs/product.md#feed). Its code and data are loaded there alone, after the page is shown. */
export function SideColumn() {
  const [Column, want] = useQuietPart(load);
  useEffect(() => {
    const wide = matchMedia("(width >= 1200px)");
    const check = () => {
      if (wide.matches) want();
    };
    check();
    wide.addEventListener("change", check);
    return () => wide.removeEventListener("change", check);
  }, [want]);
  return <div className="hidden w-[22rem] min-[1200px]:block print:!hidden">{Column && <Column />}</div>;
}
