import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { WifiOff } from "lucide-react";
import { useContext } from "react";
import { nameOf } from "~/contract/site-name";
import { ErrorPage } from "~/features/pages/error-page";
import { NonceContext } from "~/features/shell/nonce";
import { buttonClasses } from "~/ui/button-classes";

export const handle = {
  title: msg`You are offline`,
  hydrate: false,
};

/**
 * Loads the requested page once the server answers again. Browsers do not report a network without internet access, so
 * it polls too. At its own address the page stays.
 */
const script = `if(location.pathname!=="/offline"){
const again=async()=>{
if(document.visibilityState==="visible"&&await fetch("/favicon.svg",{method:"HEAD",cache:"no-store"}).then(r=>r.ok,()=>false))location.reload()
};
addEventListener("online",again);
setInterval(again,3000)
}`.replaceAll("\n", "");

/**
 * Renders the page that the service worker (public/sw.js) shows when a page cannot be fetched. Cached for all members.
 * Also has the text that the service worker shows in place of a push message that it may not or cannot show.
 */
export default function Offline() {
  const { i18n, t } = useLingui();
  const nonce = useContext(NonceContext);
  const body = t({
    message: "There is something new.",
    comment: "Notification of a message that cannot be shown",
  });
  const unnamed = JSON.stringify({ title: nameOf(i18n), body, lang: i18n.locale }).replaceAll("<", "\\u003c");
  return (
    <ErrorPage
      icon={<WifiOff aria-hidden />}
      title={t`You are offline`}
      text={t`Check your connection and try again.`}
    >
      {/* biome-ignore lint/a11y/useValidAnchor: an empty URL reloads the requested page, which this one replaces. */}
      <a href="" className={buttonClasses({})}>
        <Trans>Retry</Trans>
      </a>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; the page loads no other script. */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: texts of the catalog; no text can end the script. */}
      <script type="application/json" dangerouslySetInnerHTML={{ __html: unnamed }} />
    </ErrorPage>
  );
}
