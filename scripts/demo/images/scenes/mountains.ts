import { createRandom } from "../../random";
import { mist, sky } from "../render/atmosphere";
import { gradient, linearColour, mixColour } from "../render/colour";
import { addGlow } from "../render/frame";
import { paintRange, peaks } from "../render/land";
import type { Scene } from "../render/render-scene";
import { pine } from "../render/shapes";

export const blueRidges: Scene = {
  format: "portrait",
  compose(frame) {
    sky(frame, gradient([0, "#7d8fb8"], [0.35, "#c3aebf"], [0.55, "#f3c9ae"], [1, "#ffe2bd"]), 0.72);
    addGlow(frame, { u: 0.55, v: 0.36, radius: 0.5 }, linearColour("#ffcf9c"), 0.35);
    addGlow(frame, { u: 0.55, v: 0.335, radius: 0.03 }, linearColour("#fff3da"), 3);
    const far = linearColour("#c9a9b4");
    const near = linearColour("#1b2742");
    const layers = 7;
    for (let layer = 0; layer < layers; layer += 1) {
      const t = layer / (layers - 1);
      const line = peaks(2.7 + layer * 7.31, 0.4 + t * 0.52, 0.17 - t * 0.04, 1.3 + t * 0.9);
      const crest = mixColour(far, near, t ** 0.72);
      paintRange(
        frame,
        line,
        crest,
        mixColour(linearColour("#f6cdb0"), linearColour("#7f86a6"), t),
        0.24 - t * 0.05,
        0.1 + t * 0.2,
      );
      if (layer < layers - 1) {
        mist(
          frame,
          { v: 0.52 + t * 0.46, thickness: 0.045, seed: layer * 3 },
          mixColour(linearColour("#ffdcc0"), linearColour("#a3a6c0"), t),
          0.4,
        );
      }
    }
    const random = createRandom(21);
    const trees = Array.from({ length: 46 }, (_, tree) => {
      const x = (tree / 45) * 820 - 10 + random.between(-9, 9);
      const edge = Math.abs(x - 400) / 400;
      const height = random.between(45, 85) + 105 * edge ** 2 * random.between(0.6, 1.2);
      return pine(random, x, 1012, height, 0.36);
    });
    return `<path d="${trees.join(" ")}" fill="#0d1426"/>`;
  },
};
