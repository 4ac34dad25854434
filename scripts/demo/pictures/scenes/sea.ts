import { createRandom } from "../../random";
import { clouds, sky } from "../studio/air";
import { bloom } from "../studio/blur";
import { light, ramp } from "../studio/colour";
import type { Scene } from "../studio/develop";
import { glow } from "../studio/frame";
import { hills, range } from "../studio/land";
import { bird } from "../studio/shapes";
import { glitter, water } from "../studio/water";

export const emberSea: Scene = {
  format: "landscape",
  compose(frame) {
    const horizon = 0.52;
    const sun = { u: 0.94, v: 0.455 };
    sky(
      frame,
      ramp([0, "#2c2a52"], [0.35, "#6b4670"], [0.62, "#c4646a"], [0.82, "#f0915c"], [1, "#ffc878"]),
      horizon,
    );
    clouds(frame, {
      seed: 3,
      horizon,
      scale: 0.55,
      stretch: 1.6,
      clear: 0.46,
      softness: 0.24,
      lit: light("#ff9a5e", 1.15),
      shade: light("#5a3a5c"),
      amount: 0.85,
    });
    glow(frame, { ...sun, radius: 0.55 }, light("#ff8a3c"), 0.42);
    glow(frame, { ...sun, radius: 0.16 }, light("#ffb45c"), 0.7);
    glow(frame, { ...sun, radius: 0.032 }, light("#fff0c8"), 6);
    range(frame, hills(11, horizon - 0.004, 0.03, 2.4), light("#5b3c58"), light("#b8625e"), 0.05);
    water(frame, { seed: 5, horizon, ripple: 0.8, deep: light("#1d2140"), deepness: 0.72, shine: 0.92 });
    glitter(frame, { seed: 9, horizon, u: sun.u, width: [0.05, 0.26], sparse: 0.56 }, light("#ffb060"), 2.2);
    bloom(frame, 0.85, 0.32);
    const random = createRandom(4);
    const gulls = Array.from({ length: 5 }, () =>
      bird(random.between(420, 760), random.between(170, 300), random.between(9, 17), random.between(-2, 2)),
    );
    return `<path d="${gulls.join(" ")}" fill="#3a2a44" opacity="0.85"/>`;
  },
};
