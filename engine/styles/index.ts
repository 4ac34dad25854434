import type { ArtStyleId } from "~/contract/art-styles";
import { cyberpunk } from "./cyberpunk";
import { ghibli } from "./ghibli";
import { manga } from "./manga";
import { oilPainting } from "./oil-painting";
import { pixelArt } from "./pixel-art";
import { popArt } from "./pop-art";
import type { Style } from "./style";
import { vaporwave } from "./vaporwave";
import { watercolor } from "./watercolor";

export const styles = {
  watercolor,
  "oil-painting": oilPainting,
  "pixel-art": pixelArt,
  ghibli,
  cyberpunk,
  "pop-art": popArt,
  manga,
  vaporwave,
} satisfies Record<ArtStyleId, Style>;
