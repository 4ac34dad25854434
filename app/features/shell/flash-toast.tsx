import { useEffect } from "react";
import { useLocation } from "react-router";
import { FLASH_COOKIE, flashFor } from "~/contract/flash-cookie";
import { retryImport } from "~/ui/retry-import";
import { showToast } from "~/ui/toast";

const loadTexts = retryImport(() => import("./flash-texts.client"));

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
    loadTexts().then(
      ({ flashTexts }) => {
        const texts = flashTexts(flash);
        if (texts) showToast(texts);
      },
      () => undefined,
    );
  }, [key]);
  return null;
}
