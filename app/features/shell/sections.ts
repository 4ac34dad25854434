import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { House, type LucideIcon, MessageCircle, Sparkles, SquarePlus } from "lucide-react";

export interface Section {
  to: string;
  label: MessageDescriptor;
  icon: LucideIcon;
  /** Shows the number of unread messages. */
  hasUnread?: boolean;
}

/** The links of the navigation bars (docs/product.md#screens). */
export const sections: Section[] = [
  {
    to: "/feed",
    label: msg({ message: "Feed", comment: "The page with the posts of connections" }),
    icon: House,
  },
  {
    to: "/chat",
    label: msg({ message: "Chat", comment: "The page with messages" }),
    icon: MessageCircle,
    hasUnread: true,
  },
  { to: "/post", label: msg`Create post`, icon: SquarePlus },
  { to: "/ai", label: msg`Create with AI`, icon: Sparkles },
];

/** Returns the classes of a link in a `group`. A pressed link looks current at once, and the former one does not. */
export function sectionClasses({ isActive, isPending }: { isActive: boolean; isPending: boolean }): string {
  if (isPending) return "pending text-ember-strong";
  return isActive ? "text-ember-strong group-has-[.pending]:text-ink" : "text-ink";
}
