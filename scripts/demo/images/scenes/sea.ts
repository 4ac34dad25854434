import { createRandom } from "../../random";
import { clouds, sky } from "../render/atmosphere";
import { bloom } from "../render/blur";
import { gradient, linearColour } from "../render/colour";
import { addGlow } from "../render/frame";
import { hills, paintRange } from "../render/land";
import type { Scene } from "../render/render-scene";
import { bird } from "../render/shapes";
import { glitter, water } from "../render/water";

export const emberSea: Scene = {
  format: "landscape",
  compose(frame) {
    const horizon = 0.52;
    const sun = { u: 0.94, v: 0.455 };
    sky(
      frame,
      gradient([0, "#2c2a52"], [0.35, "#6b4670"], [0.62, "#c4646a"], [0.82, "#f0915c"], [1, "#ffc878"]),
      horizon,
    );
    clouds(frame, {
      seed: 3,
      horizon,
      scale: 0.55,
      stretch: 1.6,
      clear: 0.46,
      softness: 0.24,
      lit: linearColour("#ff9a5e", 1.15),
      shade: linearColour("#5a3a5c"),
      amount: 0.85,
    });
    addGlow(frame, { ...sun, radius: 0.55 }, linearColour("#ff8a3c"), 0.42);
    addGlow(frame, { ...sun, radius: 0.16 }, linearColour("#ffb45c"), 0.7);
    addGlow(frame, { ...sun, radius: 0.032 }, linearColour("#fff0c8"), 6);
    paintRange(
      frame,
      hills(11, horizon - 0.004, 0.03, 2.4),
      linearColour("#5b3c58"),
      linearColour("#b8625e"),
      0.05,
    );
    water(frame, {
      seed: 5,
      horizon,
      ripple: 0.8,
      deep: linearColour("#1d2140"),
      deepness: 0.72,
      shine: 0.92,
    });
    glitter(
      frame,
      { seed: 9, horizon, u: sun.u, width: [0.05, 0.26], sparse: 0.56 },
      linearColour("#ffb060"),
      2.2,
    );
    bloom(frame, 0.85, 0.32);
    const random = createRandom(4);
    const gulls = Array.from({ length: 5 }, () =>
      bird(random.between(420, 760), random.between(170, 300), random.between(9, 17), random.between(-2, 2)),
    );
    return `<path d="${gulls.join(" ")}" fill="#3a2a44" opacity="0.85"/>`;
  },
};
