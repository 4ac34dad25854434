import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { useEndedTransitions } from "./use-ended-transitions";

/**
 * Says which page has come, as a browser does for a new document. Where what had the focus is gone, the page takes it;
 * Back is left to the page, which knows the place.
 */
export function Arrival() {
  useEndedTransitions();
  const { pathname, key } = useLocation();
  const type = useNavigationType();
  const from = useRef(pathname);
  const [said, setSaid] = useState({ key, title: "" });
  useEffect(() => {
    if (from.current === pathname) return;
    from.current = pathname;
    if (type === "POP") return;
    setSaid({ key, title: document.title });
    if (document.activeElement === document.body)
      document.getElementById("content")?.focus({ preventScroll: true });
  }, [pathname, key, type]);
  return (
    <p role="status" className="sr-only">
      {/* Two pages of one title are two things to say, and so is one page gone to twice. */}
      <span key={said.key}>{said.title}</span>
    </p>
  );
}
