import { useEffect } from "react";

const HYDRATED_EVENT = "afterglow-hydrated";

/**
 * A page is read, and tapped, before React has taken it over. Links and forms work without it; what is tapped on other
 * buttons meanwhile is kept in order, and happens as soon as it can: one at a time, so that each tap of a toggle sees what
 * the one before it has changed.
 */
const script = `(()=>{
const kept=[];
const keep=e=>{const button=e.target.closest("button[type=button]");if(button){e.stopPropagation();kept.push(button)}};
addEventListener("click",keep,true);
addEventListener(${JSON.stringify(HYDRATED_EVENT)},async()=>{removeEventListener("click",keep,true);for(const button of kept){button.click();await new Promise(next=>setTimeout(next))}},{once:true});
})()`.replaceAll("\n", "");

/** In `<head>` of pages that hydrate. */
export function EarlyClicks({ nonce }: { nonce?: string }) {
  useEffect(() => {
    dispatchEvent(new Event(HYDRATED_EVENT));
  }, []);
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; it has to run before anything can be tapped.
      dangerouslySetInnerHTML={{ __html: script }}
    />
  );
}
