import { House, type LucideIcon, Sparkles, SquarePlus } from "lucide-react";

interface Section {
  to: string;
  label: string;
  icon: LucideIcon;
}

/** The places the bars lead to (spec point 2, "Global layout"). */
export const sections: Section[] = [
  { to: "/feed", label: "Feed", icon: House },
  { to: "/post", label: "Create post", icon: SquarePlus },
  { to: "/ai", label: "Create with AI", icon: Sparkles },
];
