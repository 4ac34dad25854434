import type { I18n, MessageDescriptor, MessageOptions, Values } from "@lingui/core";

/** The name of the product, and of a site without its own. In texts it is the placeholder that `nameSite` fills. */
export const site = "Afterglow";

/** A property of texts: React's provider wraps them in a proxy, so a map by texts would not find them. */
const NAME = Symbol("site");

/** Returns the name of the site in some texts. */
export const nameOf = (i18n: I18n & { [NAME]?: string }): string => i18n[NAME] ?? site;

/** Fills the placeholder `site` of all texts with a name. @returns the same texts */
export function nameSite(i18n: I18n, name: string): I18n {
  Object.assign(i18n, { [NAME]: name });
  const translate = i18n._.bind(i18n);
  i18n._ = (text: string | MessageDescriptor, values?: Values, options?: MessageOptions) =>
    typeof text === "string"
      ? translate(text, { ...values, site: name }, options)
      : translate({ ...text, values: { ...text.values, site: name } });
  // React's provider takes this one.
  i18n.t = i18n._;
  return i18n;
}
