import { SOURCE } from "./languages";
import { site as product } from "./site-name";

/** The operator's texts: pages and the rules as Markdown; an announcement and the maintenance reason as plain text. */
export const siteTextKinds = ["rules", "terms", "privacy", "announcement", "read_only"] as const;
export type SiteTextKind = (typeof siteTextKinds)[number];

/** Characters of a text of each kind. */
export const SITE_TEXT_MAX: Record<SiteTextKind, number> = {
  rules: 4000,
  terms: 30_000,
  privacy: 30_000,
  announcement: 500,
  read_only: 500,
};

/** Texts by language. */
export type LanguageTexts = Readonly<Record<string, string>>;

/** A text in a language, which may be another one than the reader's. */
export interface SiteText {
  text: string;
  language: string;
}

/** The settings that every page needs (docs/moderation.md#the-site). An empty text stands for the default. */
export interface Site {
  /** Another one after each change; empty before the first. */
  version: string;
  name: string;
  /** A colour as `#rrggbb`. */
  accent: string;
  /** An email address. */
  contact: string;
  /** The key of a file in R2. */
  icon: string;
  /** Whether nobody can write. */
  isReadOnly: boolean;
  /** Null without one. Its times are ISO 8601. */
  announcement: { id: string; from: string; until: string } | null;
  /** The operator's texts by kind. Terms and privacy are read by their page: here they are empty. */
  texts: Readonly<Partial<Record<SiteTextKind, LanguageTexts>>>;
}

/** A site that no admin has changed. */
export const defaultSite: Site = {
  version: "",
  name: "",
  accent: "",
  contact: "",
  icon: "",
  isReadOnly: false,
  announcement: null,
  texts: {},
};

/** Returns the name of a site: its own, else the product's. */
export const nameOfSite = ({ name }: Pick<Site, "name">): string => name || product;

/** Returns the text's language for readers of `language`: theirs, else `prevails`, else English, else any; or null. */
export function languageOfText(
  texts: LanguageTexts | undefined,
  language: string,
  prevails = SOURCE,
): string | null {
  if (!texts) return null;
  const wanted = [language, prevails, SOURCE, ...Object.keys(texts)];
  return wanted.find((code) => Object.hasOwn(texts, code)) ?? null;
}
