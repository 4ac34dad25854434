import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { formatTag } from "./contract/languages";
import { loadTexts } from "./features/language/route-texts";
import { keepPageOnDrop } from "./ui/keep-page-on-drop";

keepPageOnDrop();

const { lang } = document.documentElement;
i18n.activate(lang, formatTag(lang));

/** Takes over the document. React Router's own entry starts a transition, which yields to painting photos every five milliseconds. */
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

// The document has asked for its catalogs. Without them it stays as the server rendered it.
const catalogs = Object.keys(window.afterglowTexts ?? {});
Promise.all(catalogs.map(loadTexts)).then(hydrate, () => undefined);
