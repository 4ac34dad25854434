import { House, type LucideIcon, MessageCircle, Sparkles, SquarePlus } from "lucide-react";

export interface Section {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Shows how many messages wait. */
  hasUnread?: boolean;
}

/** The places the bars lead to (spec point 2, "Global layout"). */
export const sections: Section[] = [
  { to: "/feed", label: "Feed", icon: House },
  { to: "/chat", label: "Chat", icon: MessageCircle, hasUnread: true },
  { to: "/post", label: "Create post", icon: SquarePlus },
  { to: "/ai", label: "Create with AI", icon: Sparkles },
];
