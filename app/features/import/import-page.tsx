import { Trans } from "@lingui/react/macro";
import { Suspense } from "react";
import { lazyPart } from "~/ui/lazy-part";
import { Skeleton } from "~/ui/skeleton";
import { useHydrated } from "~/ui/use-hydrated";

const ImportPanel = lazyPart(() => import("./import-panel.client"));

/** Renders the page that imports photos from an export of Instagram or Pixelfed (docs/product.md#import). */
export function ImportPage({ keepsOriginals }: { keepsOriginals: boolean }) {
  const isHydrated = useHydrated();
  const room = <Skeleton className="h-11 w-40 rounded-control" />;
  return (
    <>
      <ul className="grid list-disc gap-1.5 ps-5 text-muted">
        <li>
          <Trans>
            Instagram: ask for your information in JSON, and choose the zip file. If there are several, choose
            all of them, or add them one by one.
          </Trans>
        </li>
        <li>
          <Trans>
            Pixelfed: its export lists your posts without the photos. Zip the list together with the photo
            files.
          </Trans>
        </li>
        <li>
          <Trans>
            Imported posts count towards your daily limits. At a limit the import pauses, and you can continue
            with the same file later.
          </Trans>
        </li>
      </ul>
      <div className="mt-6 min-h-44">
        {isHydrated ? (
          <Suspense fallback={room}>
            <ImportPanel keepsOriginals={keepsOriginals} />
          </Suspense>
        ) : (
          room
        )}
        <noscript>
          <p>
            <Trans>The import needs JavaScript: it reads the file on your device.</Trans>
          </p>
        </noscript>
      </div>
    </>
  );
}
