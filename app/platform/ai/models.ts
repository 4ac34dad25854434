import type { ArtStyleId } from "~/contract/art-styles";

/** The models, their fallbacks, and the time limit of each call in milliseconds. */
export const aiModels = {
  generate: {
    model: "@cf/black-forest-labs/flux-1-schnell",
    fallback: "@cf/black-forest-labs/flux-2-klein-4b",
    limit: 30_000,
  },
  edit: {
    model: "@cf/black-forest-labs/flux-2-klein-4b",
    fallback: "@cf/black-forest-labs/flux-2-klein-9b",
    limit: 60_000,
  },
  describe: {
    model: "@cf/moondream/moondream3.1-9B-A2B",
    fallback: "@cf/google/gemma-4-26b-a4b-it",
    limit: 20_000,
  },
  judge: {
    model: "@cf/moondream/moondream3.1-9B-A2B",
    fallback: "@cf/google/gemma-4-26b-a4b-it",
    limit: 20_000,
  },
  guard: {
    model: "@cf/meta/llama-guard-3-8b",
    fallback: "@cf/google/gemma-4-26b-a4b-it",
    limit: 10_000,
  },
  /** Workers AI has no other model that translates all the languages, so it is tried twice. */
  translate: {
    model: "@cf/meta/m2m100-1.2b",
    fallback: "@cf/meta/m2m100-1.2b",
    limit: 20_000,
  },
} as const satisfies Record<string, { model: string; fallback: string; limit: number }>;

const keep = "Keep the composition, the subject and the pose of the picture.";

/** The prompts of the art styles. The embedded engine recognises them by the id in brackets. */
export const stylePrompts: Readonly<Record<ArtStyleId, string>> = {
  watercolor: `Repaint this picture as a watercolor painting on cold-pressed paper: transparent washes, pigment gathered at the edges, soft blooms, white paper left at the rim. ${keep} [watercolor]`,
  "oil-painting": `Repaint this picture as an impressionist oil painting: thick impasto, visible directional brush strokes, rich colours on canvas. ${keep} [oil-painting]`,
  "pixel-art": `Redraw this picture as 16-bit pixel art: large square pixels, a palette of 24 colours, ordered dithering, crisp outlines. ${keep} [pixel-art]`,
  ghibli: `Redraw this picture as a hand-painted Studio Ghibli style animation still: poster-colour backgrounds, towering summer clouds, lush greens, cel shading, thin brown lines. ${keep} [ghibli]`,
  cyberpunk: `Turn this picture into a cyberpunk scene: rainy night, deep blue shadows, glowing magenta and cyan neon outlines, haze and bloom. ${keep} [cyberpunk]`,
  "pop-art": `Turn this picture into pop art: four silk-screen panels in different bold flat inks, halftone dots, thick black outlines. ${keep} [pop-art]`,
  manga: `Redraw this picture as a black-and-white manga panel: confident ink lines, solid blacks, screentone dots, a ruled frame. ${keep} [manga]`,
  vaporwave: `Turn this picture into vaporwave art: pink, violet and cyan dusk, a striped sun behind the subject, a glowing grid floor, VHS colour fringes. ${keep} [vaporwave]`,
};
