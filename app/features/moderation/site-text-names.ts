import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { SiteTextKind } from "~/contract/site";

/** The names of the operator's texts. */
export const siteTextNames: Record<SiteTextKind, MessageDescriptor> = {
  rules: msg({ message: "Rules", comment: "Of the operator, for members" }),
  terms: msg`Terms`,
  privacy: msg`Privacy`,
  announcement: msg({ message: "Announcement", comment: "A message of the operator to all members" }),
  read_only: msg({ message: "Maintenance", comment: "The time in which nobody can change anything" }),
};

/** The places where each is shown. */
export const siteTextPlaces: Record<SiteTextKind, MessageDescriptor> = {
  rules: msg`Shown at sign-up and on the page About.`,
  terms: msg`Replaces the built-in terms.`,
  privacy: msg`Replaces the built-in privacy policy.`,
  announcement: msg`Shown to members on top of each page, once it is published.`,
  read_only: msg`Shown on top of each page during maintenance.`,
};
