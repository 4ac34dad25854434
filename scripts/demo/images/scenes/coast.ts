import { clouds, sky } from "../render/atmosphere";
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
import { addGlow, paint, paintBelow } from "../render/frame";
import { fbm, ridgeProfile } from "../render/noise";
import type { Scene } from "../render/render-scene";
import { water } from "../render/water";

export const lighthouse: Scene = {
  format: "tall",
  compose(frame) {
    const horizon = 0.66;
    sky(
      frame,
      gradient([0, "#141d3d"], [0.4, "#33406e"], [0.72, "#8a6a8c"], [0.9, "#d98f80"], [1, "#f2b184"]),
      horizon,
    );
    clouds(frame, {
      seed: 51,
      horizon,
      scale: 0.7,
      stretch: 1.3,
      clear: 0.42,
      softness: 0.3,
      lit: linearColour("#c9879a"),
      shade: linearColour("#262a52"),
      amount: 0.8,
    });
    const lamp = { u: 0.452, v: 0.316 };
    paint(
      frame,
      (u, v, pixel) => {
        const du = u - lamp.u;
        const dv = v - lamp.v - du * 0.06;
        const reach = Math.abs(du);
        const wide = 0.004 + reach * 0.085;
        const beam = Math.exp(-((dv / wide) ** 2)) * Math.exp(-reach * 2.1) * (du > 0 ? 1 : 0.62);
        addLight(pixel, linearColour("#ffe2ae"), beam * 0.75 * smoothstep(0, 0.03, reach));
      },
      { top: 0.1, bottom: 0.6 },
    );
    addGlow(frame, { ...lamp, radius: 0.09 }, linearColour("#ffcf8a"), 0.9);
    addGlow(frame, { ...lamp, radius: 0.018 }, linearColour("#fff1cf"), 9);
    water(frame, {
      seed: 4,
      horizon,
      ripple: 1.1,
      deep: linearColour("#141c3c"),
      deepness: 0.75,
      shine: 0.8,
    });
    const cliff = (u: number) =>
      0.632 +
      1.5 * Math.max(0, u - 0.47) ** 1.45 +
      0.16 * Math.max(0, 0.2 - u) +
      0.03 * (ridgeProfile(u * 6, 3, 4) - 0.5) +
      smoothstep(0.54, 0.67, u) * 0.16;
    paintBelow(frame, cliff, (u, v, depth, pixel) => {
      const rock = ridgeProfile(u * 7 + v * 2.2, v * 9, 4);
      blendTowards(
        pixel,
        mixColour(linearColour("#46384f"), linearColour("#120f22"), smoothstep(0, 0.13, depth)),
        1,
      );
      scaleLight(pixel, 0.45 + 0.95 * rock);
      if (depth < 0.012) addLight(pixel, linearColour("#c98a76"), 0.16 * (1 - depth / 0.012));
    });
    const swash = (u: number) => 0.875 + 0.05 * (fbm(u * 5, 9, 3) - 0.5) - 0.02 * u;
    paintBelow(frame, swash, (u, v, depth, pixel) => {
      blendTowards(
        pixel,
        mixColour(linearColour("#4b4266"), linearColour("#151b3a"), smoothstep(0, 0.16, depth)),
        0.92,
      );
      const swell = fbm(u * 9, v * 40, 4);
      scaleLight(pixel, 0.72 + swell * 0.6);
      const spent = smoothstep(
        0.36,
        0.7,
        fbm(u * 22, v * 60, 4) + 0.24 * Math.exp(-depth / 0.012) - depth * 1.1,
      );
      blendTowards(pixel, linearColour("#d6c3cf"), spent * 0.7);
    });
    bloom(frame, 0.9, 0.35, 0.02);
    return `<defs><linearGradient id="t" x1="0" x2="1"><stop stop-color="#6a5a70"/><stop offset=".35" stop-color="#d8c1bd"/><stop offset=".75" stop-color="#7b6478"/><stop offset="1" stop-color="#40344e"/></linearGradient></defs>
<path d="M424 640L434 340H470L480 640Z" fill="url(#t)"/><path d="M427.6 540L430.6 455H473.6L476.6 540Z" fill="#7c2f3c" opacity=".85"/><path d="M431.6 420L433.6 352H470.4L472.4 420Z" fill="#7c2f3c" opacity=".85"/>
<path d="M424 333H480V341H424Z" fill="#241c30"/><path d="M437 300H467V333H437Z" fill="#fff0c4" opacity=".9"/><path d="M437 300V333M447 300V333M457 300V333M467 300V333" stroke="#241c30" stroke-width="2"/><path d="M432 301Q452 268 472 301Z" fill="#241c30"/><path d="M452 284V262" stroke="#241c30" stroke-width="2"/>
<path d="M449 470h6v11h-6zM449 590h6v11h-6z" fill="#ffcb84"/><path d="M340 640v-34l22-15 22 15v34z" fill="#2a2136"/><path d="M334 609l28-20 28 20z" fill="#181222"/><path d="M356 616h8v9h-8z" fill="#ffc06a"/>`;
  },
};

const seabed = gradient(
  [0, "#f0dcb8"],
  [0.2, "#e3c695"],
  [0.31, "#c9ad84"],
  [0.36, "#a9c9b4"],
  [0.46, "#5fc0b8"],
  [0.66, "#1f93a4"],
  [1, "#0d5a7c"],
);

export const shoreFromAbove: Scene = {
  format: "portrait",
  vignette: 0.6,
  compose(frame) {
    paint(frame, (u, v, pixel) => {
      const bend = 0.07 * Math.sin(v * 4.2 + 0.6) + 0.16 * (fbm(v * 2.1 + 3, 8, 3) - 0.5);
      const out = u - 0.17 - v * 0.16 - bend;
      const wobble = 0.03 * (fbm(u * 7, v * 7, 3) - 0.5);
      blendTowards(pixel, seabed(0.34 + (out + wobble) * 0.95), 1);
      const sand = out < 0 ? 1 : 0;
      const ripple = sand ? fbm(u * 60, v * 60, 3) : fbm(u * 16 + wobble * 30, v * 24, 4);
      scaleLight(pixel, 1 + (ripple - 0.5) * (sand ? 0.28 : 0.5));
      for (const [offset, width, strength] of [
        [0.012, 0.016, 1],
        [0.085, 0.03, 0.8],
        [0.19, 0.034, 0.55],
      ] as const) {
        const curl = out - offset - 0.055 * (fbm(v * 5 + offset * 60, u * 2.5 + offset * 9, 3) - 0.5);
        if (curl < -width || curl > width * 3.4) continue;
        const front = smoothstep(-width * 0.35, 0, curl) * (1 - smoothstep(0, width * 3.2, curl));
        const lace = smoothstep(0.3, 0.62, 1 - Math.abs(fbm(u * 34, v * 34, 3) * 2 - 1) * 2.4 + front * 0.2);
        const crest = Math.exp(-((curl / (width * 0.22)) ** 2));
        blendTowards(
          pixel,
          linearColour("#fbf7ee"),
          Math.min(1, strength * (crest * 0.95 + front * lace * 0.8)),
        );
      }
      const wet = Math.exp(-(((out + 0.05) / 0.045) ** 2));
      if (sand) blendTowards(pixel, linearColour("#a98a63"), wet * 0.4);
    });
    return `<g transform="translate(118 560) rotate(-8)"><ellipse cx="9" cy="11" rx="27" ry="25" fill="#3a2c26" opacity=".38"/><circle r="25" fill="#f6ead8"/><path d="M0 0L25 0A25 25 0 0 1 17.7 17.7ZM0 0L0 25A25 25 0 0 1 -17.7 17.7ZM0 0L-25 0A25 25 0 0 1 -17.7 -17.7ZM0 0L0 -25A25 25 0 0 1 17.7 -17.7Z" fill="#d9623f"/><circle r="2.4" fill="#8a4a30"/></g><g transform="translate(84 606) rotate(14)"><path d="M2 3h22v46h-22z" fill="#3a2c26" opacity=".35"/><path d="M0 0h22v46h-22z" fill="#e9e2d6"/><path d="M0 8h22v6h-22zM0 22h22v6h-22zM0 36h22v6h-22z" fill="#4f7f93"/></g>`;
  },
};
