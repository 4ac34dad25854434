import type { I18n, MessageDescriptor, MessageOptions, Values } from "@lingui/core";

/** The name of the product, and of a site that has none of its own. In texts it is the placeholder that `nameSite` fills. */
export const site = "Afterglow";

const names = new WeakMap<I18n, string>();

/** Returns the name of the site in some texts. */
export const nameOf = (i18n: I18n): string => names.get(i18n) ?? site;

/** Fills the placeholder `site` of all texts with a name. @returns the same texts */
export function nameSite(i18n: I18n, name: string): I18n {
  names.set(i18n, name);
  const translate = i18n._.bind(i18n);
  i18n._ = (text: string | MessageDescriptor, values?: Values, options?: MessageOptions) =>
    typeof text === "string"
      ? translate(text, { ...values, site: name }, options)
      : translate({ ...text, values: { ...text.values, site: name } });
  // React's provider takes this one.
  i18n.t = i18n._;
  return i18n;
}
