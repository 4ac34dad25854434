import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { setPageKey } from "~/ui/router/page-key";
import { useSkipTransitionOnBack } from "~/ui/router/use-skip-transition-on-back";

/**
 * Announces the title of the new page to screen readers after a navigation, as a browser does for a new document, and
 * focuses the page when the focused element was unmounted. Not on Back, where the page restores its own focus.
 */
export function PageAnnouncer() {
  useSkipTransitionOnBack();
  const { pathname, key } = useLocation();
  const type = useNavigationType();
  const lastPathname = useRef(pathname);
  const [announced, setAnnounced] = useState({ key, title: "" });
  useEffect(() => setPageKey(key), [key]);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    if (type === "POP") return;
    // oxlint-disable-next-line react/set-state-in-effect -- the page's own render sets the title.
    setAnnounced({ key, title: document.title });
    if (document.activeElement === document.body)
      document.getElementById("content")?.focus({ preventScroll: true });
  }, [pathname, key, type]);
  return (
    <p role="status" className="sr-only">
      {/* The key announces a page again that has the same title as the one before. */}
      <span key={announced.key}>{announced.title}</span>
    </p>
  );
}
