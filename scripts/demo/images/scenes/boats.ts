import { createRandom } from "../../random";
import { clouds, sky } from "../render/atmosphere";
import { bloom } from "../render/blur";
import { gradient, linearColour } from "../render/colour";
import { fillBox, fillPolygon, type Outline, pathOf } from "../render/fill";
import { addGlow } from "../render/frame";
import { hills, paintRange } from "../render/land";
import type { Scene } from "../render/render-scene";
import { glitter, water } from "../render/water";

function sloop(
  x: number,
  y: number,
  size: number,
  lean: number,
): { readonly sails: Outline[]; readonly hull: Outline } {
  const at = (dx: number, dy: number): readonly [number, number] => [
    x + (dx + dy * lean) * size,
    y - dy * size,
  ];
  const main: Outline = [
    at(-0.02, 0.1),
    at(-0.015, 1),
    at(0.06, 0.78),
    at(0.17, 0.5),
    at(0.26, 0.26),
    at(0.3, 0.12),
  ];
  const jib: Outline = [at(-0.05, 0.12), at(-0.03, 0.9), at(-0.12, 0.6), at(-0.21, 0.34), at(-0.3, 0.1)];
  const hull: Outline = [at(-0.34, 0.085), at(0.33, 0.075), at(0.29, 0), at(-0.22, 0), at(-0.29, 0.03)];
  return { sails: [main, jib], hull };
}

export const regatta: Scene = {
  format: "landscape",
  compose(frame) {
    const horizon = 0.6;
    sky(frame, gradient([0, "#8fa3c9"], [0.4, "#c7b6cf"], [0.72, "#f4c8b2"], [1, "#ffdfae"]), horizon);
    addGlow(frame, { u: 1.15, v: 0.5, radius: 0.5, squash: 1.6 }, linearColour("#ffc27c"), 0.35);
    clouds(frame, {
      seed: 27,
      horizon,
      scale: 0.5,
      stretch: 2.4,
      clear: 0.52,
      softness: 0.22,
      lit: linearColour("#fff0dc"),
      shade: linearColour("#c99fb0"),
      amount: 0.7,
    });
    paintRange(
      frame,
      hills(4, horizon - 0.02, 0.05, 1.7, 4),
      linearColour("#a58fae"),
      linearColour("#e0b8ae"),
      0.06,
    );
    paintRange(
      frame,
      hills(9, horizon + 0.012, 0.035, 2.6, 4),
      linearColour("#80708f"),
      linearColour("#c79d9b"),
      0.04,
    );
    const fleet = [
      sloop(430, 640, 300, 0.08),
      sloop(905, 613, 120, 0.07),
      sloop(1015, 609, 84, 0.09),
      sloop(1200, 622, 170, 0.06),
      sloop(660, 607, 70, 0.07),
    ];
    for (const { sails, hull } of fleet) {
      for (const sail of sails) fillPolygon(frame, sail, linearColour("#fff1dd"));
      fillPolygon(frame, hull, linearColour("#2a2d4a"));
    }
    water(frame, {
      seed: 12,
      horizon,
      ripple: 0.55,
      deep: linearColour("#4f5f86"),
      deepness: 0.6,
      shine: 0.95,
    });
    glitter(
      frame,
      { seed: 3, horizon, u: 1.15, width: [0.2, 0.4], sparse: 0.68 },
      linearColour("#ffdca6"),
      0.8,
    );
    const drawn = fleet.map(({ sails, hull }) => {
      const cloth = sails.map((sail) => `<path d="${pathOf(sail)}" fill="url(#sail)"/>`).join("");
      return `${cloth}<path d="${pathOf(hull)}" fill="#272a45"/>`;
    });
    return `<linearGradient id="sail" x1="0" x2="1"><stop stop-color="#d9b9b6"/><stop offset=".55" stop-color="#fff3df"/><stop offset="1" stop-color="#ffe2b8"/></linearGradient>${drawn.join("")}`;
  },
};

export const harbourNight: Scene = {
  format: "wide",
  compose(frame) {
    const random = createRandom(81);
    const horizon = 0.56;
    sky(frame, gradient([0, "#0c1430"], [0.5, "#1f2c5c"], [0.85, "#5a4a7c"], [1, "#b0708a"]), horizon);
    paintRange(frame, hills(33, 0.46, 0.09, 1.2, 4), linearColour("#171b3c"), linearColour("#3a3462"), 0.2);
    const plaster = ["#5c3a3c", "#6e4a3a", "#3d3a58", "#7a5a48", "#4a3046", "#5a4658"];
    for (let u = -0.02; u < frame.aspect; ) {
      const wide = random.between(0.045, 0.085);
      const top = random.between(0.37, 0.45);
      fillBox(frame, u, top, wide, horizon - top, linearColour(random.pick(plaster), 0.42));
      const roof: Outline = [
        [u * 1000 - 3, top * 1000 + 1],
        [(u + wide / 2) * 1000, top * 1000 - random.between(18, 42)],
        [(u + wide) * 1000 + 3, top * 1000 + 1],
      ];
      fillPolygon(frame, roof, linearColour("#15122a"));
      for (let floor = top + 0.018; floor < horizon - 0.04; floor += 0.036) {
        for (let window = u + 0.009; window < u + wide - 0.012; window += 0.0165) {
          if (random.chance(0.5))
            fillBox(
              frame,
              window,
              floor,
              0.0072,
              0.015,
              linearColour(random.pick(["#ffb45a", "#ffcf8a", "#ff9a4a"]), random.between(0.6, 2.2)),
            );
        }
      }
      if (random.chance(0.75)) {
        addGlow(frame, { u: u + wide / 2, v: horizon - 0.022, radius: 0.045 }, linearColour("#ff9d4c"), 0.5);
        addGlow(frame, { u: u + wide / 2, v: horizon - 0.022, radius: 0.006 }, linearColour("#ffe0a8"), 7);
      }
      u += wide;
    }
    fillBox(frame, 0, horizon - 0.012, frame.aspect, 0.014, linearColour("#1a1428"));
    water(frame, {
      seed: 7,
      horizon,
      ripple: 0.62,
      deep: linearColour("#0a1130"),
      deepness: 0.55,
      shine: 0.9,
      stretch: 0.7,
    });
    bloom(frame, 0.8, 0.5, 0.025);
    const masts = Array.from({ length: 11 }, () => {
      const x = random.between(60, 1720);
      const foot = random.between(600, 690);
      const near = (foot - 560) / 130;
      const tall = random.between(190, 260) * (0.75 + near * 0.9);
      const long = tall * 0.3;
      const hull = `M${x - long} ${foot - 14 - near * 10}Q${x} ${foot - 6} ${x + long * 1.1} ${foot - 18 - near * 12}L${x + long * 0.85} ${foot + 6 * near}L${x - long * 0.8} ${foot + 6 * near}Z`;
      const rig = `M${x} ${foot}V${foot - tall}M${x - long} ${foot - 14}L${x} ${foot - tall}L${x + long} ${foot - 18}`;
      return {
        foot,
        art: `<path d="${hull}" fill="#0b0d22"/><path d="${rig}" stroke="#0b0d22" stroke-width="${1.4 + near}" fill="none"/>`,
      };
    });
    return masts
      .sort((a, b) => a.foot - b.foot)
      .map(({ art }) => art)
      .join("");
  },
};
