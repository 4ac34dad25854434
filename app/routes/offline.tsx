import { WifiOff } from "lucide-react";
import { NoticePage } from "~/features/pages/notice-page";
import { buttonLook } from "~/ui/button-look";

export const handle = { hydrate: false };

export const meta = () => [{ title: "You are offline · Afterglow" }];

/** What public/sw.js shows instead of a page that cannot be fetched. The same for everybody, and without scripts. */
export default function Offline() {
  return (
    <NoticePage
      icon={<WifiOff aria-hidden />}
      title="You are offline"
      text="Messages you have written are kept, and go out once you are back."
    >
      {/* biome-ignore lint/a11y/useValidAnchor: no address is the one the member wanted, which this page stands in for. */}
      <a href="" className={buttonLook({})}>
        Retry
      </a>
    </NoticePage>
  );
}
