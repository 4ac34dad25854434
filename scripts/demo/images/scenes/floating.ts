import { createRandom } from "../../random";
import { clouds, mist, sky, stars } from "../render/atmosphere";
import { bloom } from "../render/blur";
import {
  addLight,
  blendTowards,
  clamp,
  gradient,
  linearColour,
  mixColour,
  scaleLight,
  smoothstep,
} from "../render/colour";
import { addBokehDisc, addGlow, paint } from "../render/frame";
import { hills, paintRange, peaks, treetops } from "../render/land";
import { fbm, noise } from "../render/noise";
import type { Scene } from "../render/render-scene";
import { water } from "../render/water";

/** Balloons, birds, jellyfish and clouds. */

function balloon(x: number, y: number, r: number, stripes: readonly [string, string], id: string): string {
  const gores = [-0.78, -0.46, -0.15, 0.15, 0.46, 0.78].map((edge, gore) => {
    const next = [-0.46, -0.15, 0.15, 0.46, 0.78, 1][gore] ?? 1;
    return gore % 2
      ? ""
      : `<path d="M0 ${-r}C${edge * r * 1.34} ${-r} ${edge * r * 1.3} ${r * 0.28} ${edge * r * 0.3} ${r * 1.1}L${next * r * 0.3} ${r * 1.1}C${next * r * 1.3} ${r * 0.28} ${next * r * 1.34} ${-r} 0 ${-r}Z" fill="${stripes[1]}"/>`;
  });
  const skin = `M0 ${-r}C${r * 1.34} ${-r} ${r * 1.3} ${r * 0.28} ${r * 0.3} ${r * 1.1}H${-r * 0.3}C${-r * 1.3} ${r * 0.28} ${-r * 1.34} ${-r} 0 ${-r}Z`;
  return `<g transform="translate(${x} ${y})"><path d="${skin}" fill="${stripes[0]}"/>${gores.join("")}<path d="${skin}" fill="url(#${id})"/><path d="M${-r * 0.26} ${r * 1.1}L${-r * 0.12} ${r * 1.42}M${r * 0.26} ${r * 1.1}L${r * 0.12} ${r * 1.42}" stroke="#3a2634" stroke-width="${r * 0.014}"/><path d="M${-r * 0.14} ${r * 1.42}h${r * 0.28}l${-r * 0.03} ${r * 0.2}h${-r * 0.22}z" fill="#4a2e2c"/></g>`;
}

export const balloons: Scene = {
  format: "portrait",
  compose(frame) {
    sky(
      frame,
      gradient([0, "#7fa0d6"], [0.4, "#c3b9dc"], [0.66, "#f7c9b6"], [0.85, "#ffdba6"], [1, "#ffe8bd"]),
      0.8,
    );
    addGlow(frame, { u: 0.14, v: 0.66, radius: 0.42 }, linearColour("#ffc67a"), 0.55);
    addGlow(frame, { u: 0.14, v: 0.665, radius: 0.04 }, linearColour("#fff3d2"), 3);
    clouds(frame, {
      seed: 93,
      horizon: 0.82,
      scale: 0.42,
      stretch: 2.2,
      clear: 0.54,
      softness: 0.2,
      lit: linearColour("#fff2e4"),
      shade: linearColour("#d9b6c6"),
      amount: 0.6,
    });
    for (let layer = 0; layer < 5; layer += 1) {
      const t = layer / 4;
      paintRange(
        frame,
        peaks(52 + layer * 5.7, 0.7 + t * 0.21, 0.1, 2 + t),
        mixColour(linearColour("#d9a9a2"), linearColour("#5d3f4c"), t),
        mixColour(linearColour("#ffdcb4"), linearColour("#c08a74"), t),
        0.12,
        0.2,
      );
      mist(
        frame,
        { v: 0.77 + t * 0.2, thickness: 0.03, seed: layer },
        linearColour("#ffe4c0"),
        0.35 * (1 - t * 0.6),
      );
    }
    return `<defs><linearGradient id="lit"><stop stop-color="#fff0c8" stop-opacity=".6"/><stop offset=".35" stop-color="#ffdca0" stop-opacity=".05"/><stop offset="1" stop-color="#3a1f4a" stop-opacity=".62"/></linearGradient><linearGradient id="haze"><stop stop-color="#ffe9c6" stop-opacity=".66"/><stop offset="1" stop-color="#c8a4b8" stop-opacity=".62"/></linearGradient></defs>
${balloon(640, 545, 20, ["#c8695c", "#f0d2b0"], "haze")}${balloon(120, 480, 15, ["#8a7fae", "#f0d2c0"], "haze")}${balloon(318, 590, 17, ["#d9a04a", "#f6e2c0"], "haze")}${balloon(728, 420, 12, ["#7f8fb8", "#e8d2cc"], "haze")}${balloon(235, 380, 26, ["#5d7fae", "#f2dcc4"], "haze")}${balloon(600, 315, 58, ["#3f5f8a", "#e8c48a"], "lit")}${balloon(330, 222, 128, ["#d9502f", "#ffcf7c"], "lit")}`;
  },
};

export const murmuration: Scene = {
  format: "wide",
  compose(frame) {
    const random = createRandom(606);
    sky(
      frame,
      gradient([0, "#6d7fae"], [0.4, "#b7a3b8"], [0.7, "#f2bd9c"], [0.9, "#ffd59c"], [1, "#ffc27a"]),
      0.86,
    );
    clouds(frame, {
      seed: 19,
      horizon: 0.9,
      scale: 0.45,
      stretch: 2.8,
      clear: 0.5,
      softness: 0.22,
      lit: linearColour("#ffd9b0"),
      shade: linearColour("#9a88a8"),
      amount: 0.55,
    });
    addGlow(frame, { u: 1.25, v: 0.8, radius: 0.3, squash: 1.4 }, linearColour("#ffb45c"), 0.5);
    paintRange(
      frame,
      treetops(hills(5, 0.845, 0.012, 1.6), 3, 0.02, 44),
      linearColour("#6d5568"),
      linearColour("#c08f80"),
      0.03,
    );
    water(frame, {
      seed: 2,
      horizon: 0.86,
      ripple: 0.3,
      deep: linearColour("#6a5a70"),
      deepness: 0.35,
      shine: 0.92,
    });
    const birds: string[] = [];
    for (let bird = 0; bird < 7000; bird += 1) {
      const t = random.next();
      const spine = { u: 0.34 + t * 1.06, v: 0.42 - 0.2 * Math.sin(t * 4.6 + 0.4) + 0.1 * t };
      const thick = 0.02 + 0.12 * Math.sin(Math.PI * clamp(t * 1.08)) ** 1.4 * (0.5 + noise(t * 6, 3));
      const x = (spine.u + random.bell() * 0.035) * 1000;
      const y = (spine.v + random.bell() * thick * 0.62) * 1000;
      const clump = fbm(x / 90, y / 90, 3);
      if (clump < random.between(0.3, 0.52)) continue;
      const size = random.between(1.1, 2.5);
      const tilt = random.between(-0.7, 0.7) * size;
      birds.push(
        `M${(x - size).toFixed(1)} ${(y - tilt).toFixed(1)}l${size.toFixed(1)} ${(tilt * 0.4 + 0.8).toFixed(1)}l${size.toFixed(1)} ${(tilt - 0.8).toFixed(1)}`,
      );
    }
    const reeds = Array.from({ length: 300 }, () => {
      const x = random.between(0, 1) < 0.6 ? random.between(-10, 620) : random.between(1200, 1790);
      const tall = random.between(50, 150) * (x < 620 ? 1 - x / 1100 : (x - 1000) / 800);
      const lean = random.between(-12, 26);
      return `M${x.toFixed(0)} 1005Q${(x + lean * 0.2).toFixed(0)} ${(1000 - tall * 0.6).toFixed(0)} ${(x + lean).toFixed(0)} ${(1000 - tall).toFixed(0)}l${(lean * 0.16).toFixed(1)} -14`;
    });
    return `<path d="${birds.join("")}" fill="none" stroke="#2e2438" stroke-width="1.25" opacity=".82"/><path d="${reeds.join("")}" fill="none" stroke="#2a1e2c" stroke-width="2.6" stroke-linecap="round"/>`;
  },
};

export const jellyfish: Scene = {
  format: "tall",
  compose(frame) {
    const random = createRandom(64);
    sky(frame, gradient([0, "#1c6a9a"], [0.3, "#0f3f78"], [0.65, "#0a2050"], [1, "#060d28"]));
    paint(frame, (u, v, pixel) => {
      const shaft = fbm(((u - 0.3) / (0.35 + v * 0.75)) * 4 + 9, v * 0.5, 3);
      addLight(pixel, linearColour("#6ac8e8"), 0.3 * smoothstep(0.45, 0.78, shaft) * Math.exp(-v * 2.6));
    });
    for (let mote = 0; mote < 150; mote += 1)
      addBokehDisc(
        frame,
        { u: random.next() * 0.68, v: random.next(), radius: 0.0008 + 0.006 * random.next() ** 7 },
        linearColour("#9ad8f0"),
        random.between(0.04, 0.26),
        0.2,
      );
    const bells = [
      { u: 0.37, v: 0.33, r: 0.165, p: 1 },
      { u: 0.14, v: 0.7, r: 0.062, p: 0.5 },
      { u: 0.57, v: 0.8, r: 0.045, p: 0.36 },
    ];
    for (const { u: cu, v: cv, r, p } of bells) {
      addGlow(frame, { u: cu, v: cv, radius: r * 1.7 }, linearColour("#ff7ab0"), 0.16 * p);
      paint(
        frame,
        (u, v, pixel) => {
          const du = (u - cu) / r;
          const dv = (v - cv) / r;
          if (du < -1.1 || du > 1.1 || dv > 0.62 || dv < -0.9) return;
          const scallop = 0.3 + 0.05 * Math.cos(du * 24) - 0.32 * du * du;
          const dome = dv < 0 ? Math.hypot(du, dv / 0.82) : Math.hypot(du, dv * 0.35);
          const inside = smoothstep(1, 0.975, dome) * smoothstep(scallop + 0.02, scallop - 0.015, dv);
          if (inside === 0) return;
          const rim = Math.exp(-(((1 - dome) / 0.1) ** 2));
          const rib =
            0.72 +
            0.28 * Math.cos((du / (0.45 + 0.6 * Math.sqrt(Math.max(0, 1 - ((dv - 0.3) / 1.3) ** 2)))) * 21);
          const heart = Math.exp(-((du / 0.42) ** 2) - ((dv + 0.12) / 0.26) ** 2);
          addLight(pixel, linearColour("#ff8ab8"), p * inside * (0.2 + 0.5 * rim) * rib);
          addLight(
            pixel,
            linearColour("#ffd0a0"),
            p * inside * heart * (0.5 + 0.5 * noise(du * 9, dv * 9)) * 0.75,
          );
          addLight(pixel, linearColour("#bfe6ff"), p * inside * rim * 0.3 * smoothstep(0.3, -0.8, dv));
          addLight(
            pixel,
            linearColour("#ffc0d8"),
            p * inside * Math.exp(-(((dv - scallop + 0.03) / 0.04) ** 2)) * 0.55,
          );
        },
        { top: cv - r, bottom: cv + r * 0.7, left: cu - r * 1.1, right: cu + r * 1.1 },
      );
    }
    for (const { u: cu, v: cv, r, p } of bells) {
      for (let thread = 0; thread < 26; thread += 1) {
        const arm = thread < 7;
        const start = cu + (arm ? random.between(-0.3, 0.3) : random.between(-0.92, 0.92)) * r;
        const long = (arm ? random.between(2, 2.9) : random.between(1.8, 3.6)) * r;
        const phase = random.between(0, 9);
        for (let step = 0; step < 130; step += 1) {
          const t = step / 130;
          const frill = arm ? 0.03 * r * Math.sin(t * 60 + phase) : 0;
          const u =
            start +
            (cu - start) * t * 0.4 +
            r * (0.34 * t * Math.sin(t * 3.3 + phase * 0.3 + 1) + 0.06 * Math.sin(t * 11 + phase)) +
            frill;
          addBokehDisc(
            frame,
            { u, v: cv + r * 0.14 + long * t, radius: (arm ? 0.035 : 0.004) * r * (1 - t * 0.75) },
            linearColour(arm ? "#ffb0b8" : "#ff9ac4"),
            p * (arm ? 0.124 : 0.29) * (1 - t) ** 1.2,
            0,
          );
        }
      }
    }
    bloom(frame, 0.35, 0.5, 0.02);
    return "";
  },
};

export const aboveTheClouds: Scene = {
  format: "landscape",
  vignette: 0.4,
  compose(frame) {
    const horizon = 0.42;
    sky(
      frame,
      gradient([0, "#1d2f68"], [0.4, "#4f64a4"], [0.7, "#c08fac"], [0.88, "#ff9d70"], [1, "#ffd08a"]),
      horizon,
    );
    stars(frame, createRandom(3), { count: 60, below: () => 0.14, brightness: 0.5 });
    addGlow(frame, { u: 1.02, v: 0.4, radius: 0.4, squash: 2 }, linearColour("#ff9a52"), 0.6);
    addGlow(frame, { u: 1.02, v: 0.405, radius: 0.026 }, linearColour("#fff2cc"), 5);
    paint(
      frame,
      (u, v, pixel) => {
        const near = (v - horizon) / (1 - horizon);
        const far = 1 / (near + 0.07);
        const x = (u - 0.75) * far;
        const warp = fbm(x * 0.9 + 4, far * 2.2 + 1, 3);
        const top = fbm(x * 1.7 + warp * 1.8, far * 4.2 + warp * 1.8, 5);
        const behind = fbm(x * 1.7 + warp * 1.8 + 0.07, far * 4.2 + warp * 1.8 + 0.16, 4);
        const facing = clamp(0.5 + (top - behind) * 5.2);
        const height = smoothstep(0.3, 0.68, top);
        blendTowards(pixel, mixColour(linearColour("#3a4480"), linearColour("#a987b0"), height), 1);
        blendTowards(pixel, linearColour("#ffb488"), facing * height * 0.85 * (1 - near * 0.45));
        blendTowards(pixel, linearColour("#ffd9a4"), 0.75 * Math.exp(-near / 0.07));
        scaleLight(pixel, 0.78 + 0.35 * height);
      },
      { top: horizon },
    );
    bloom(frame, 0.85, 0.3, 0.04);
    return `<defs><linearGradient id="wing" x2="0" y2="1"><stop stop-color="#d9a9a4"/><stop offset=".4" stop-color="#6d6288"/><stop offset="1" stop-color="#2c3160"/></linearGradient></defs><path d="M-10 700L560 508L612 452L622 450L604 520L-10 850Z" fill="url(#wing)"/><path d="M-10 700L560 508L612 452L622 450" stroke="#ffdcb4" stroke-width="2.6" fill="none" opacity=".85"/><path d="M-10 786L420 590M120 668L146 718M300 606L318 640" stroke="#23284e" stroke-width="1.6" opacity=".55" fill="none"/><circle cx="613" cy="455" r="4" fill="#ff5a4a"/><circle cx="613" cy="455" r="15" fill="#ff5a4a" opacity=".25"/>`;
  },
};
