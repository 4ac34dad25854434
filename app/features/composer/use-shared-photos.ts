import { useEffect, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { showToast } from "~/ui/toast";
import { SHARED_CACHE } from "./shared-cache";

const SHARE_PATH = "/share";
/** An older share that the composer has never taken is not offered, in milliseconds. */
const MAX_AGE_MS = 3_600_000;

const LOST = {
  kind: "danger",
  title: "The photo was not kept",
  text: "This browser could not pass the shared photo on. Please choose it here.",
} as const;

interface Shared {
  files: File[];
  text: string;
}

/** Adds, once, what another app has shared with Afterglow (`share_target` of the manifest), after the stored draft. */
export function useSharedPhotos(
  isDraftRestored: boolean,
  addFiles: (files: File[]) => void,
  caption: { value: string; set: (value: string) => void },
): void {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const latest = useRef({ addFiles, caption });
  latest.current = { addFiles, caption };
  const outcome = params.get("shared");
  const isTaken = useRef(false);
  useEffect(() => {
    if (!outcome || !isDraftRestored || isTaken.current) return;
    isTaken.current = true;
    void takeShared().then((shared) => {
      const { addFiles, caption } = latest.current;
      if (shared?.files.length) addFiles(shared.files);
      if (shared?.text) caption.set([caption.value, shared.text].filter(Boolean).join("\n"));
      if (!shared) showToast(LOST);
      // A reload must not ask again.
      void navigate("/post", { replace: true });
    });
  }, [outcome, isDraftRestored, navigate]);
}

/** Removes what was shared last from the cache and returns it; null when nothing was kept within the last hour. */
async function takeShared(): Promise<Shared | null> {
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
    await caches.delete(SHARED_CACHE);
    return Date.now() - at < MAX_AGE_MS ? { files, text } : null;
  } catch {
    // The browser has no storage, or has evicted a part.
    return null;
  }
}
