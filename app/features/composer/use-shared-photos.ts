import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { showToast } from "~/ui/toast";
import { deleteShared, SHARED_CACHE } from "./shared-cache";

const SHARE_PATH = "/share";
/** An older share that the composer has never taken is not offered, in milliseconds. */
const MAX_AGE_MS = 3_600_000;

export interface Shared {
  files: File[];
  text: string;
}

export interface Offer {
  /** The shared photos and text; null until it is read, when nothing was, and when the member has answered. */
  shared: Shared | null;
  answer: (isWanted: boolean) => void;
}

/**
 * Offers, once, what was shared with Afterglow (the manifest's `share_target`), after the stored draft. Any website
 * can send the same form as the share sheet, and the service worker cannot tell them apart: Chrome adds
 * `Sec-Fetch-Site` and `Origin` after it, and a page can withhold its referrer. So the member must agree first.
 */
export function useSharedPhotos(isDraftRestored: boolean, add: (shared: Shared) => void): Offer {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [shared, setShared] = useState<Shared | null>(null);
  const outcome = params.get("shared");
  const isRead = useRef(false);
  useEffect(() => {
    if (!outcome || !isDraftRestored || isRead.current) return;
    isRead.current = true;
    void readShared().then((found) => {
      setShared(found);
      if (found) return;
      showToast({
        kind: "danger",
        title: t`The photo was not kept`,
        text: t`Your browser couldn't hand over the shared photo. Please choose it here.`,
      });
      // A reload must not ask again.
      void navigate("/post", { replace: true });
    });
  }, [outcome, isDraftRestored, navigate, t]);
  function answer(isWanted: boolean) {
    setShared(null);
    void deleteShared();
    if (shared && isWanted) add(shared);
    void navigate("/post", { replace: true });
  }
  return { shared, answer };
}

/** Returns what was shared last; null when nothing was kept within the last hour. */
async function readShared(): Promise<Shared | null> {
  try {
    const cache = await caches.open(SHARED_CACHE);
    const entry = await cache.match(SHARE_PATH);
    if (!entry) return null;
    const { at, text, names }: { at: number; text: string; names: string[] } = await entry.json();
    const files = await Promise.all(
      names.map(async (name, n) => {
        const photo = await (await cache.match(`${SHARE_PATH}/${n}`))?.blob();
        if (!photo) throw new Error("A shared photo is missing");
        // Read now: deletion of the cache must not take the bytes away.
        return new File([await photo.arrayBuffer()], name, { type: photo.type });
      }),
    );
    return Date.now() - at < MAX_AGE_MS ? { files, text } : null;
  } catch {
    // The browser has no storage, or has evicted a part.
    return null;
  }
}
