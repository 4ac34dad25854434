import { useEffect } from "react";
import { useLocation } from "react-router";
import { FLASH_COOKIE, flashes, flashFor } from "~/contract/flash";
import { showToast } from "~/ui/toast";

/** Shows what the action before this page left to be said. */
export function FlashToast() {
  const { key, pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation is a new chance that something was left.
  useEffect(() => {
    const left = document.cookie.split("; ").find((pair) => pair.startsWith(`${FLASH_COOKIE}=`));
    const flash = left && flashFor(pathname, left.slice(FLASH_COOKIE.length + 1));
    if (!flash) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
    document.cookie = `${FLASH_COOKIE}=; Path=/; Max-Age=0`;
    showToast(flashes[flash]);
  }, [key]);
  return null;
}
