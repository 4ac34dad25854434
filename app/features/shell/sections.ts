import { House, type LucideIcon, MessageCircle, Sparkles, SquarePlus } from "lucide-react";

export interface Section {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Shows the number of unread messages. */
  hasUnread?: boolean;
}

/** The links of the navigation bars (docs/product.md#screens). */
export const sections: Section[] = [
  { to: "/feed", label: "Feed", icon: House },
  { to: "/chat", label: "Chat", icon: MessageCircle, hasUnread: true },
  { to: "/post", label: "Create post", icon: SquarePlus },
  { to: "/ai", label: "Create with AI", icon: Sparkles },
];

/** Returns the classes of a link in a `group`. A pressed link looks like the current one at once, and the former one no more. */
export function sectionLook({ isActive, isPending }: { isActive: boolean; isPending: boolean }): string {
  if (isPending) return "pending text-ember-strong";
  return isActive ? "text-ember-strong group-has-[.pending]:text-ink" : "text-ink";
}
