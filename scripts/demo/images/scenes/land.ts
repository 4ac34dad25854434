import { createRandom } from "../../random";
import { clouds, mist, sky } from "../render/atmosphere";
import { bloom } from "../render/blur";
import {
  addLight,
  blendTowards,
  gradient,
  linearColour,
  mixColour,
  scaleLight,
  smoothstep,
} from "../render/colour";
import { addGlow, paintBelow } from "../render/frame";
import { hills, paintRange, peaks } from "../render/land";
import { fbm, noise } from "../render/noise";
import type { Scene } from "../render/render-scene";
import { bird, blade, branches, pine, strokes } from "../render/shapes";

export const loneTree: Scene = {
  format: "square",
  compose(frame) {
    const random = createRandom(64);
    sky(
      frame,
      gradient([0, "#3d3a6b"], [0.35, "#8a5a86"], [0.62, "#de7f72"], [0.84, "#ffb06a"], [1, "#ffd894"]),
      0.84,
    );
    clouds(frame, {
      seed: 71,
      horizon: 0.86,
      scale: 0.6,
      stretch: 1.9,
      clear: 0.5,
      softness: 0.2,
      lit: linearColour("#ff9a6c"),
      shade: linearColour("#7c4f80"),
      amount: 0.7,
    });
    addGlow(frame, { u: 0.6, v: 0.76, radius: 0.34 }, linearColour("#ffb45c"), 0.5);
    addGlow(frame, { u: 0.6, v: 0.745, radius: 0.052 }, linearColour("#fff0c0"), 4);
    paintRange(frame, hills(17, 0.83, 0.04, 1.1), linearColour("#9a5a68"), linearColour("#e89a72"), 0.07);
    const hill = (u: number) =>
      0.9 - 0.13 * Math.exp(-(((u - 0.45) / 0.36) ** 2)) + 0.008 * fbm(u * 30, 2, 2);
    paintBelow(frame, hill, (u, v, depth, pixel) => {
      blendTowards(
        pixel,
        mixColour(linearColour("#3a2338"), linearColour("#140d1c"), smoothstep(0, 0.14, depth)),
        1,
      );
      scaleLight(pixel, 0.7 + 0.6 * fbm(u * 90, v * 18, 3));
      addLight(pixel, linearColour("#ff9a50"), 0.14 * Math.exp(-depth / 0.012));
    });
    bloom(frame, 0.9, 0.3);
    const tree = branches(random, { x: 455, y: 782, angle: -1.6, length: 82, width: 17 }, 8);
    const grass = Array.from({ length: 420 }, () => {
      const x = random.between(0, 1000);
      return blade(x, hill(x / 1000) * 1000 + 4, random.between(5, 19), random.between(-0.3, 0.6), 0.8);
    });
    const flock = Array.from({ length: 9 }, (_, place) =>
      bird(
        700 + place * 17 + random.between(-9, 9),
        300 - place * 9 + random.between(-14, 14),
        random.between(6, 9),
        random.between(-1, 1),
      ),
    );
    return `${strokes(tree, "#1a1020")}<path d="${grass.join("")}" fill="#22142a"/><path d="${flock.join("")}" fill="#3a2440"/>`;
  },
};

const duneLine = (seed: number, v: number, height: number, lean: number) => (u: number) =>
  v -
  height * (Math.abs(((u * 0.62 + seed) % 1) - 0.5) * -2 + 1) ** 1.25 -
  lean * u +
  0.03 * (fbm(u * 1.7 + seed, seed, 2) - 0.5);

export const dunes: Scene = {
  format: "landscape",
  compose(frame) {
    sky(frame, gradient([0, "#5b6fa5"], [0.5, "#c79aac"], [0.85, "#f4b993"], [1, "#ffd6a4"]), 0.5);
    addGlow(frame, { u: 1.4, v: 0.36, radius: 0.5 }, linearColour("#ffb070"), 0.35);
    for (const [seed, v, height, lean, warm, cool, hazy] of [
      [0.13, 0.46, 0.1, 0.02, "#e6a184", "#a87892", 0.55],
      [0.71, 0.6, 0.2, -0.03, "#e8955f", "#855272", 0.25],
      [0.36, 0.82, 0.34, 0.05, "#e0803f", "#59304f", 0],
    ] as const) {
      const crest = duneLine(seed, v, height, lean);
      paintBelow(frame, crest, (u, vv, depth, pixel) => {
        const wander =
          0.16 * depth * Math.sin(depth * 9 + seed * 20) + 0.05 * (noise(depth * 7, seed * 40) - 0.5);
        const phase = ((u + depth * 0.55 - wander * smoothstep(0, 0.05, depth)) * 0.62 + seed) % 1;
        const shaded = smoothstep(0.497, 0.503, phase) * smoothstep(1, 0.994, phase);
        const ripple = fbm(u * 18 + depth * 40, vv * 130 + Math.sin(u * 7 + depth * 4) * 5, 2);
        blendTowards(pixel, mixColour(linearColour(warm), linearColour(cool), shaded), 1);
        scaleLight(pixel, (0.82 + 0.36 * ripple) * (1 - 0.35 * smoothstep(0, 0.6, depth)));
        if (shaded < 0.5) addLight(pixel, linearColour("#ffc07a"), 0.3 * Math.exp(-depth / 0.05));
        blendTowards(pixel, linearColour("#f2bfa0"), hazy * (0.5 + 0.5 * smoothstep(0.0, 0.2, depth)));
      });
    }
    return "";
  },
};

export const snowCabin: Scene = {
  format: "landscape",
  compose(frame) {
    const random = createRandom(31);
    sky(frame, gradient([0, "#34477f"], [0.5, "#7a7fb4"], [0.82, "#cfa0b4"], [1, "#f4c4b0"]), 0.62);
    paintRange(
      frame,
      peaks(22.4, 0.42, 0.2, 1.5),
      linearColour("#8d93bf"),
      linearColour("#c5aabf"),
      0.3,
      0.35,
    );
    mist(frame, { v: 0.6, thickness: 0.05, seed: 3 }, linearColour("#e3c3cb"), 0.6);
    const drift = hills(12, 0.72, 0.07, 1.1, 4);
    paintBelow(frame, drift, (u, v, depth, pixel) => {
      blendTowards(
        pixel,
        mixColour(linearColour("#bcb9de"), linearColour("#5d6aa6"), smoothstep(0, 0.34, depth)),
        1,
      );
      scaleLight(pixel, 0.86 + 0.28 * fbm(u * 3 + depth * 2, v * 16, 4));
    });
    addGlow(frame, { u: 0.97, v: 0.735, radius: 0.16, squash: 1.9 }, linearColour("#ff9d48"), 0.5);
    addGlow(frame, { u: 0.97, v: 0.69, radius: 0.05 }, linearColour("#ffc06a"), 0.6);
    for (let puff = 0; puff < 46; puff += 1) {
      const up = puff / 46;
      const u = 1.014 + 0.05 * up * Math.sin(up * 7) + 0.07 * up * up + 0.02 * (noise(puff * 0.31, 4) - 0.5);
      addGlow(
        frame,
        { u, v: 0.606 - up * 0.2, radius: 0.006 + 0.02 * up },
        linearColour("#f0dce4"),
        0.1 * (1 - up) ** 1.3,
      );
    }
    const wood = (count: number, low: number, high: number, y: number, from: number, to: number) =>
      Array.from({ length: count }, () =>
        pine(random, random.between(from, to), y + random.between(-8, 14), random.between(low, high), 0.34),
      ).join("");
    const flakes = Array.from(
      { length: 150 },
      () =>
        `<circle cx="${random.between(0, 1500).toFixed(0)}" cy="${random.between(0, 1000).toFixed(0)}" r="${(0.8 + 4.2 * random.next() ** 5).toFixed(1)}" opacity="${random.between(0.25, 0.8).toFixed(2)}"/>`,
    );
    const logs = Array.from({ length: 8 }, (_, log) => `M896 ${681 + log * 8}H1044`).join("");
    const panes = [918, 996].map(
      (x) =>
        `<circle cx="${x + 13}" cy="704" r="52" fill="url(#lamp)"/><path d="M${x} 690h26v28h-26z" fill="url(#pane)"/><path d="M${x + 13} 690v28M${x} 703h26" stroke="#4a2a1c" stroke-width="2"/>`,
    );
    return `<defs><linearGradient id="far" x2="0" y2="1"><stop stop-color="#5d649a"/><stop offset="1" stop-color="#8f8ab8"/></linearGradient><linearGradient id="mid" x2="0" y2="1"><stop stop-color="#2b3468"/><stop offset=".6" stop-color="#2f3870"/><stop offset="1" stop-color="#565c96"/></linearGradient><linearGradient id="close" x2="0" y2="1"><stop stop-color="#1a2149"/><stop offset="1" stop-color="#0e132e"/></linearGradient><linearGradient id="wall"><stop stop-color="#1d1729"/><stop offset=".55" stop-color="#33242f"/><stop offset="1" stop-color="#241a2b"/></linearGradient><linearGradient id="snow" x2="0" y2="1"><stop stop-color="#f0e4f0"/><stop offset="1" stop-color="#a9a4d2"/></linearGradient><radialGradient id="lamp"><stop stop-color="#ffb45c" stop-opacity=".62"/><stop offset="1" stop-color="#ff9a3c" stop-opacity="0"/></radialGradient><radialGradient id="pane"><stop stop-color="#fff2c4"/><stop offset="1" stop-color="#ffb85c"/></radialGradient></defs>
<path d="${wood(44, 45, 95, 706, -20, 1520)}" fill="url(#far)" opacity=".8"/><path d="${wood(22, 100, 205, 752, -20, 800)}${wood(16, 100, 220, 752, 1120, 1520)}" fill="url(#mid)"/>
<path d="M895 744V672L970 628L1045 672V744Z" fill="url(#wall)"/><path d="${logs}" stroke="#140f1e" stroke-width="1.6" opacity=".7"/><path d="M1006 652V610H1022V662Z" fill="#241a28"/><path d="M1003 611q11-7 22 0v4h-22z" fill="#f0e4f0"/><path d="M880 684Q872 676 884 668L960 624Q970 617 981 624L1056 668Q1068 676 1060 684Q1054 690 1046 684L974 645Q970 643 966 645L894 684Q886 690 880 684Z" fill="url(#snow)"/><path d="M957 744v-46h26v46z" fill="#5c3524"/><path d="M963 704h14v14h-14z" fill="#ffc878" opacity=".85"/>${panes.join("")}
<path d="M862 752Q890 736 930 741Q968 735 1010 741Q1052 735 1082 752Q1050 764 970 764Q890 764 862 752Z" fill="#c9bade"/>
<path d="${wood(7, 300, 480, 1012, -30, 190)}${wood(6, 240, 420, 1012, 1340, 1520)}" fill="url(#close)"/><g fill="#fff">${flakes.join("")}</g>`;
  },
};
