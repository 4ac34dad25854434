import { createRandom } from "../../random";
import { mist, sky } from "../studio/air";
import { between, light, ramp } from "../studio/colour";
import type { Scene } from "../studio/develop";
import { glow } from "../studio/frame";
import { peaks, range } from "../studio/land";
import { pine } from "../studio/shapes";

export const blueRidges: Scene = {
  format: "portrait",
  compose(frame) {
    sky(frame, ramp([0, "#7d8fb8"], [0.35, "#c3aebf"], [0.55, "#f3c9ae"], [1, "#ffe2bd"]), 0.72);
    glow(frame, { u: 0.55, v: 0.36, radius: 0.5 }, light("#ffcf9c"), 0.35);
    glow(frame, { u: 0.55, v: 0.335, radius: 0.03 }, light("#fff3da"), 3);
    const far = light("#c9a9b4");
    const near = light("#1b2742");
    const layers = 7;
    for (let layer = 0; layer < layers; layer += 1) {
      const t = layer / (layers - 1);
      const line = peaks(2.7 + layer * 7.31, 0.4 + t * 0.52, 0.17 - t * 0.04, 1.3 + t * 0.9);
      const crest = between(far, near, t ** 0.72);
      range(
        frame,
        line,
        crest,
        between(light("#f6cdb0"), light("#7f86a6"), t),
        0.24 - t * 0.05,
        0.1 + t * 0.2,
      );
      if (layer < layers - 1) {
        mist(
          frame,
          { v: 0.52 + t * 0.46, thickness: 0.045, seed: layer * 3 },
          between(light("#ffdcc0"), light("#a3a6c0"), t),
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
