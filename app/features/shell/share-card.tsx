import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { createContext, useContext } from "react";
import { iconPath } from "~/contract/site-icon";
import { nameOf } from "~/contract/site-name";
import { SiteContext } from "./site-head";

type UrlOf = (path: string) => string;

/** Returns the absolute URL of a path; undefined in the browser, which needs none. */
export const UrlContext = createContext<UrlOf | undefined>(undefined);

const cards = {
  neutral: { image: "/icons/512.png", width: 512, height: 512, twitterCard: "summary" },
  landing: { image: "/landing/card.jpg", width: 1200, height: 630, twitterCard: "summary_large_image" },
};

const TAGLINE = msg`Share moments, create memories.`;

/** A route's card, by default the neutral one, and its description for search engines, by default the tagline. */
export interface CardHandle {
  card?: keyof typeof cards;
  description?: MessageDescriptor;
}

/**
 * Renders the page's description and the metadata of link previews: Open Graph (https://ogp.me) and Twitter cards.
 * All URLs but the landing page have the same preview, so it reveals nothing of a member's page, not even whether it
 * exists (docs/product.md#link-previews).
 */
export function ShareCard({ urlOf, card = "neutral", description = TAGLINE }: { urlOf: UrlOf } & CardHandle) {
  const { i18n, t } = useLingui();
  const name = nameOf(i18n);
  const { icon } = useContext(SiteContext);
  const { image, width, height, twitterCard } = cards[card];
  const own = icon && card === "neutral" ? iconPath(icon, "512") : image;
  const tagline = t(TAGLINE);
  return (
    <>
      <meta name="description" content={t(description)} />
      <meta property="og:site_name" content={name} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={urlOf("/")} />
      <meta property="og:title" content={name} />
      <meta property="og:description" content={tagline} />
      <meta property="og:image" content={urlOf(own)} />
      <meta property="og:image:width" content={String(width)} />
      <meta property="og:image:height" content={String(height)} />
      <meta property="og:image:alt" content={name} />
      <meta name="twitter:card" content={twitterCard} />
      <meta name="twitter:title" content={name} />
      <meta name="twitter:description" content={tagline} />
      <meta name="twitter:image" content={urlOf(own)} />
    </>
  );
}
