import {
  Ban,
  Brush,
  Download,
  Flag,
  Image,
  LogOut,
  Maximize2,
  Palette,
  Pencil,
  Settings,
  Share2,
  Trash2,
  UserRound,
  WandSparkles,
} from "lucide-react";

/** The drawings of menu items, by what they stand for. Fetched with the first menu that opens, not with its page. */
export const menuIcons = {
  again: WandSparkles,
  block: Ban,
  delete: Trash2,
  details: Maximize2,
  download: Download,
  edit: Pencil,
  image: Image,
  "log-out": LogOut,
  paint: Brush,
  profile: UserRound,
  report: Flag,
  settings: Settings,
  share: Share2,
  style: Palette,
};

export type MenuIcon = keyof typeof menuIcons;
