import { type ReactNode, useEffect, useState } from "react";
import { useTranslates, useViewer } from "~/features/session/viewer";
import { useQuietPart } from "~/ui/quiet-part";
import { retryImport } from "~/ui/retry-import";
import { whenActive } from "~/ui/when-active";
import type { Translation } from "./translation-offer";

const loadOffer = retryImport(() => import("./translate-offer.client"));

interface Shown {
  /** The text, or its translation. */
  text: string;
  /** The language of the translation; undefined for the text itself. */
  lang: string | undefined;
  /** The button that translates, for under the text; renders nothing unless the text is in another language. */
  offer: ReactNode;
}

/**
 * Offers the reader a translation of another member's text (docs/product.md#translations). Where something can
 * translate, its code is loaded once the page is idle.
 */
export function useTranslation(text: string, authorId: string): Shown {
  const asksServer = useTranslates();
  const isOthers = useViewer()?.id !== authorId && text !== "";
  const [Offer, load] = useQuietPart(loadOffer);
  const [shown, setShown] = useState<(Translation & { of: string }) | null>(null);
  useEffect(() => {
    if (isOthers && (asksServer || "Translator" in globalThis)) return whenActive(load);
  }, [isOthers, asksServer, load]);
  // An edited text is another one.
  const translation = shown?.of === text ? shown : null;
  return {
    text: translation?.text ?? text,
    lang: translation?.lang,
    offer: Offer && isOthers && (
      <Offer
        key={text}
        text={text}
        asksServer={asksServer}
        isShown={translation !== null}
        onShow={(chosen) => setShown(chosen && { ...chosen, of: text })}
      />
    ),
  };
}
