import { WifiOff } from "lucide-react";
import { NoticePage } from "~/features/pages/notice-page";
import { buttonLook } from "~/ui/button-look";

export const handle = { hydrate: false };

export const meta = () => [{ title: "You are offline · Afterglow" }];

/** Renders the page that the service worker (public/sw.js) shows when a page cannot be fetched. Cached for all members, without JavaScript. */
export default function Offline() {
  return (
    <NoticePage
      icon={<WifiOff aria-hidden />}
      title="You are offline"
      text="Check your connection and try again."
    >
      {/* biome-ignore lint/a11y/useValidAnchor: an empty URL reloads the requested page, in whose place the service worker shows this one. */}
      <a href="" className={buttonLook({})}>
        Retry
      </a>
    </NoticePage>
  );
}
