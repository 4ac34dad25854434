/** The eight art styles of the AI page in their order; the first four are shown by default (docs/product.md#ai-images). */
export const artStyles = [
  {
    id: "watercolor",
    name: "Watercolor",
    description: "Soft washes of paint that bleed into textured paper",
  },
  {
    id: "oil-painting",
    name: "Oil Painting",
    description: "Thick, visible brush strokes with light on the paint",
  },
  {
    id: "pixel-art",
    name: "Pixel Art",
    description: "Big square pixels and a small palette, like a console game",
  },
  {
    id: "ghibli",
    name: "Ghibli",
    description: "A hand-painted animation still with a summer sky",
  },
  {
    id: "cyberpunk",
    name: "Cyberpunk",
    description: "Neon outlines in magenta and cyan on a rainy night",
  },
  {
    id: "pop-art",
    name: "Pop Art",
    description: "Four silk-screen prints in bold inks and dots",
  },
  {
    id: "manga",
    name: "Manga",
    description: "Black ink, screentone dots and a ruled panel",
  },
  {
    id: "vaporwave",
    name: "Vaporwave",
    description: "A pink and cyan dusk with a striped sun and a glowing grid",
  },
] as const satisfies readonly { id: string; name: string; description: string }[];

export type ArtStyle = (typeof artStyles)[number];
export type ArtStyleId = ArtStyle["id"];

/** The ids as a tuple, for schemas. The members of a const tuple have exactly these ids. */
export const artStyleIds = artStyles.map(({ id }) => id) as [ArtStyleId, ...ArtStyleId[]];
