import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { formatTag } from "~/contract/languages";
import { ApiError } from "~/features/api/client";
import { languageOf } from "./language-of.client";
import { type Offer, offerOf, type Translation } from "./translation-offer";

interface Props {
  text: string;
  /** Whether Workers AI translates, where the browser does not. */
  asksServer: boolean;
  /** Whether the translation is shown in place of the text. */
  isShown: boolean;
  /** Shows a translation, or the text again. */
  onShow: (translation: Translation | null) => void;
}

/** The button that translates a text; renders nothing while no other language is found in it. */
export default function TranslateOffer({ text, asksServer, isShown, onShow }: Props) {
  const { i18n, t } = useLingui();
  const { locale } = i18n;
  const offer = useOffer(text, locale, asksServer);
  const [translated, setTranslated] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (!offer) return null;

  const show = (result: string) => onShow({ text: result, lang: locale });
  async function translate({ translate: make }: Offer) {
    setBusy(true);
    setFailure(null);
    const result = await make().catch((error: unknown) => {
      // A quota says when it opens again.
      const isLimit = error instanceof ApiError && error.status === 429;
      setFailure(isLimit ? error.reason : t`This text could not be translated.`);
      return null;
    });
    setBusy(false);
    if (result === null) return;
    setTranslated(result);
    show(result);
  }
  function press() {
    if (isBusy || !offer) return;
    if (isShown) onShow(null);
    else if (translated !== null) show(translated);
    else void translate(offer);
  }
  return (
    <span className="inline-flex flex-wrap items-center text-muted text-sm print:hidden">
      {/* Mounted and displayed before its texts, so that screen readers announce them. */}
      <span role="status" className="*:me-2">
        {isShown && <TranslatedFrom code={offer.from} />}
        {failure !== null && <span>{failure}</span>}
      </span>
      <button
        type="button"
        aria-disabled={isBusy}
        onClick={press}
        className="touch-around relative rounded-sm font-semibold hover:text-ink"
      >
        <Label state={isBusy ? "busy" : isShown ? "shown" : translated === null ? "new" : "known"} />
      </button>
    </span>
  );
}

/** Finds out in the browser whether a text can be translated for the reader; null before. */
function useOffer(text: string, locale: string, asksServer: boolean): Offer | null {
  const [offer, setOffer] = useState<Offer | null>(null);
  useEffect(() => {
    let isGone = false;
    const find = async () => {
      const language = await languageOf(text);
      const found = language === null ? null : await offerOf(text, language, locale, asksServer);
      if (!isGone) setOffer(found);
    };
    // Without the code that detects languages, there is no offer.
    find().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [text, locale, asksServer]);
  return offer;
}

function TranslatedFrom({ code }: { code: string }) {
  const { i18n, t } = useLingui();
  const language = new Intl.DisplayNames([formatTag(i18n.locale)], { type: "language" }).of(code) ?? code;
  return (
    <span>
      {t({
        message: `Translated from ${language}`,
        comment: "language is its name in the reader's language, such as German",
      })}
    </span>
  );
}

function Label({ state }: { state: "new" | "busy" | "shown" | "known" }) {
  if (state === "busy")
    return (
      <span key="busy">
        <Trans>Translating…</Trans>
      </span>
    );
  if (state === "shown")
    return (
      <span key="shown">
        <Trans comment="Button: shows the text as its author wrote it">Show original</Trans>
      </span>
    );
  if (state === "known")
    return (
      <span key="known">
        <Trans>Show translation</Trans>
      </span>
    );
  return (
    <span key="new">
      <Trans context="verb" comment="Button: translates a caption or comment">
        Translate
      </Trans>
    </span>
  );
}
