import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
/** The art styles of the AI page in their order; the first four are shown by default (docs/product.md#ai-images). */
export const artStyles = [
  {
    id: "watercolor",
    name: msg({ message: "Watercolor", context: "art style" }),
    description: msg`Soft washes of paint that bleed into textured paper`,
  },
  {
    id: "oil-painting",
    name: msg({ message: "Oil Painting", context: "art style" }),
    description: msg`Thick, visible brush strokes with light on the paint`,
  },
  {
    id: "pixel-art",
    name: msg({ message: "Pixel Art", context: "art style" }),
    description: msg`Big square pixels and a small palette, like a console game`,
  },
  {
    id: "ghibli",
    name: msg({ message: "Ghibli", context: "art style" }),
    description: msg`A hand-painted animation still with a summer sky`,
  },
  {
    id: "cyberpunk",
    name: msg({ message: "Cyberpunk", context: "art style" }),
    description: msg`Neon outlines in magenta and cyan on a rainy night`,
  },
  {
    id: "pop-art",
    name: msg({ message: "Pop Art", context: "art style" }),
    description: msg`Four silk-screen prints in bold inks and dots`,
  },
  {
    id: "manga",
    name: msg({ message: "Manga", context: "art style" }),
    description: msg`Black ink, screentone dots and a ruled panel`,
  },
  {
    id: "vaporwave",
    name: msg({ message: "Vaporwave", context: "art style" }),
    description: msg`A pink and cyan dusk with a striped sun and a glowing grid`,
  },
] as const satisfies readonly { id: string; name: MessageDescriptor; description: MessageDescriptor }[];

export type ArtStyle = (typeof artStyles)[number];
export type ArtStyleId = ArtStyle["id"];

/** The ids as a tuple, for schemas. The members of a const tuple have exactly these ids. */
export const artStyleIds = artStyles.map(({ id }) => id) as [ArtStyleId, ...ArtStyleId[]];
