import { ArrowLeft } from "lucide-react";
import { Suspense } from "react";
import { ButtonLink } from "~/ui/button";
import { lazyPart } from "~/ui/lazy-part";
import { Skeleton } from "~/ui/skeleton";
import { useHydrated } from "~/ui/use-hydrated";

const ImportPanel = lazyPart(() => import("./import-panel.client"));

/** Renders the page that imports the photos of an export of Instagram or Pixelfed (docs/product.md#import). */
export function ImportPage({ loaderData }: { loaderData: { keepsOriginals: boolean } }) {
  const isHydrated = useHydrated();
  const room = <Skeleton className="h-11 w-40 rounded-control" />;
  return (
    <div className="mx-auto max-w-2xl px-4 py-8">
      <ButtonLink look="plain" size="small" to="/settings#your-data" className="-ms-3.5">
        <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
        Settings
      </ButtonLink>
      <h1 className="title mt-2 text-3xl">Import photos</h1>
      <p className="mt-2 text-muted">
        Bring your photos from Instagram or Pixelfed. They become posts with their captions and dates, and
        nobody is notified. The file stays on this device; only the photos of your posts are uploaded.
      </p>
      <ul className="mt-4 grid list-disc gap-1.5 ps-5 text-muted">
        <li>
          Instagram: ask for your information in the format JSON, and choose the zip file. If there are
          several, choose all of them.
        </li>
        <li>
          Pixelfed: its export lists your posts without the photos. Put the list and the photo files into one
          zip file.
        </li>
        <li>
          Imported posts count towards your daily limits of posts and uploads. At a limit the import pauses,
          and you can continue with the same file later.
        </li>
      </ul>
      <div className="mt-6 min-h-44">
        {isHydrated ? (
          <Suspense fallback={room}>
            <ImportPanel keepsOriginals={loaderData.keepsOriginals} />
          </Suspense>
        ) : (
          room
        )}
        <noscript>
          <p>The import needs JavaScript: it reads the file on your device.</p>
        </noscript>
      </div>
    </div>
  );
}
