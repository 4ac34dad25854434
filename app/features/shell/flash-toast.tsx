import { useEffect } from "react";
import { useLocation } from "react-router";
import { FLASH_COOKIE, flashes, flashFor } from "~/contract/flash";
import { showToast } from "~/ui/toast";

/** Shows the toast that the previous action left in a cookie. */
export function FlashToast() {
  const { key, pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation may have set the cookie.
  useEffect(() => {
    const cookie = document.cookie.split("; ").find((pair) => pair.startsWith(`${FLASH_COOKIE}=`));
    const flash = cookie && flashFor(pathname, cookie.slice(FLASH_COOKIE.length + 1));
    if (!flash) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
    document.cookie = `${FLASH_COOKIE}=; Path=/; Max-Age=0`;
    showToast(flashes[flash]);
  }, [key]);
  return null;
}
