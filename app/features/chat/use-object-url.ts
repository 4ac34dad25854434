import { useEffect, useState } from "react";

/** Returns a URL for a file while the component is mounted; null before, and without a file. */
export function useObjectUrl(file: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const created = file && URL.createObjectURL(file);
    // oxlint-disable-next-line react/set-state-in-effect -- the URL lasts from this effect to its end.
    setUrl(created);
    if (!created) return;
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return url;
}
