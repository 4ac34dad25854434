import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { backOff } from "./contract/back-off";
import { formatTag } from "./contract/languages";
import { nameSite, site } from "./contract/site-name";
import { hasTexts, loadTexts, whenTexts } from "./features/language/route-texts";
import { keepPageOnDrop } from "./ui/keep-page-on-drop";

/** The delays between attempts to load a catalog of the document. */
const RETRY_DELAYS = { firstMs: 1000, longestMs: 60_000 };

keepPageOnDrop();

const { lang } = document.documentElement;
i18n.activate(lang, formatTag(lang));
// The server names the site in every document (app/features/shell/share-card.tsx).
const named = document.querySelector<HTMLMetaElement>("meta[property='og:site_name']");
nameSite(i18n, named?.content ?? site);

/** Hydrates the document. React Router's own entry starts a transition, which yields to painting photos every 5 ms. */
function hydrate() {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <HydratedRouter />
      </I18nProvider>
    </StrictMode>,
  );
}

const scripts = document.querySelectorAll<HTMLScriptElement>("script[data-texts]");
const catalogs = [...scripts].map(({ src }) => new URL(src).pathname);
whenTexts(catalogs, hydrate);
// Until they are there the document stays as the server rendered it.
addEventListener("load", () => {
  for (const address of catalogs) if (!hasTexts(address)) void loadAgain(address, 0);
});

async function loadAgain(address: string, failures: number): Promise<void> {
  await loadTexts(address).catch(() => {
    setTimeout(() => void loadAgain(address, failures + 1), backOff(failures, RETRY_DELAYS));
  });
}
