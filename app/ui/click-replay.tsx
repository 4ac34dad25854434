import { useEffect } from "react";

const HYDRATED_EVENT = "afterglow-hydrated";

/**
 * With cookies blocked, `sessionStorage` throws, also in React Router's script that restores the scroll position. An
 * empty storage replaces it.
 */
const storage = `try{sessionStorage}catch{Object.defineProperty(window,"sessionStorage",{value:{getItem:()=>null,setItem(){},removeItem(){}}})}`;

/**
 * Queues clicks before hydration. Links, forms and popovers work without React; clicks on other buttons are replayed in
 * order after hydration, one at a time, so that each click of a toggle sees the result of the one before. Not in the
 * event itself, which React dispatches while it runs effects: it could not hydrate a card that is pressed.
 */
const script = () =>
  `${storage}(()=>{
const queue=[];
const enqueue=e=>{const button=e.target.closest("button[type=button]:not([popovertarget])");if(button){e.stopPropagation();queue.push(button)}};
addEventListener("click",enqueue,true);
addEventListener(${JSON.stringify(HYDRATED_EVENT)},async()=>{removeEventListener("click",enqueue,true);for(const button of queue){await new Promise(next=>setTimeout(next));button.click()}},{once:true});
})()`.replaceAll("\n", "");

/**
 * Renders the script that queues clicks and replaces a blocked storage; belongs in the `<head>` of documents whose
 * pages hydrate. Only the document needs it: `useClickReplay` is the browser's part.
 */
export function ClickReplay({ nonce }: { nonce?: string }) {
  return (
    <script
      nonce={nonce}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; it has to run before the first click.
      dangerouslySetInnerHTML={{ __html: script() }}
    />
  );
}

/** Replays the queued clicks when the page is hydrated. */
export function useClickReplay(): void {
  useEffect(() => {
    dispatchEvent(new Event(HYDRATED_EVENT));
  }, []);
}
