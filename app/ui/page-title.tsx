import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { nameOf } from "~/contract/site-name";

/** A text of the catalog, or a name. */
type Part = MessageDescriptor | string;

/** The title in the handle of a route: its parts, from the page to the section that the page belongs to. */
export interface TitleHandle {
  title?: Part | Part[] | ((params: Record<string, string | undefined>) => Part);
  /** In place of its parts and the name of the product. */
  fullTitle?: MessageDescriptor;
}

interface Props {
  matches: readonly { handle?: TitleHandle; params: Record<string, string | undefined> }[];
}

/** Renders the title of the document: that of the last matched route that has one. */
export function PageTitle({ matches }: Props) {
  const { i18n } = useLingui();
  const { handle, params } =
    matches.findLast((match) => match.handle?.title ?? match.handle?.fullTitle) ?? {};
  if (handle?.fullTitle) return <title>{i18n._(handle.fullTitle)}</title>;
  const given = typeof handle?.title === "function" ? handle.title(params ?? {}) : (handle?.title ?? []);
  const parts = [given].flat().map((part) => (typeof part === "string" ? part : i18n._(part)));
  return <title>{[...parts, nameOf(i18n)].join(" · ")}</title>;
}
