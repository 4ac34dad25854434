import {
  Ban,
  Brush,
  Copy,
  Download,
  Flag,
  Image,
  LogOut,
  Maximize2,
  Palette,
  Pencil,
  Settings,
  Share2,
  ShieldCheck,
  Trash2,
  UserRound,
  VolumeX,
  WandSparkles,
} from "lucide-react";

/** Icons of menu items by name. Loaded with the first menu that opens, not with the page. */
export const menuIcons = {
  again: WandSparkles,
  block: Ban,
  copy: Copy,
  delete: Trash2,
  details: Maximize2,
  download: Download,
  edit: Pencil,
  image: Image,
  "log-out": LogOut,
  moderation: ShieldCheck,
  mute: VolumeX,
  paint: Brush,
  profile: UserRound,
  report: Flag,
  settings: Settings,
  share: Share2,
  style: Palette,
};

export type MenuIcon = keyof typeof menuIcons;
