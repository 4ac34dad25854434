import { createRandom } from "../../random";
import { sky } from "../render/atmosphere";
import { bloom, blur, blurPlane } from "../render/blur";
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
import { fillPolygon } from "../render/fill";
import { addBokehDisc, addGlow, createFrame, paint } from "../render/frame";
import { fbm, noise } from "../render/noise";
import type { Scene } from "../render/render-scene";

/** A wall in window light, a cup of tea, a campfire. */

/** Returns 1 between two edges and 0 outside, with a soft transition, as the sun is no point light. */
function pane(low: number, high: number, value: number, soft: number): number {
  return smoothstep(low - soft, low + soft, value) * (1 - smoothstep(high - soft, high + soft, value));
}

export const windowLight: Scene = {
  format: "portrait",
  compose(frame) {
    const { width, height } = frame;
    const cast = createFrame(width, height);
    const shadow = cast.red;
    const random = createRandom(19);
    const leaf = (cu: number, cv: number, angle: number, length: number, girth: number) => {
      const cos = Math.cos(angle);
      const sin = Math.sin(angle);
      const at = (along: number, across: number): readonly [number, number] => [
        (cu + (cos * along - sin * across * girth) * length) * 1000,
        (cv + (sin * along + cos * across * girth) * length) * 1000,
      ];
      const side = [0.12, 0.3, 0.5, 0.7, 0.88].map((t) => [t, 4 * t * (1 - t) * (1.2 - 0.4 * t)] as const);
      const outline = [
        at(0, 0),
        ...side.map(([t, out]) => at(t, out)),
        at(1, 0),
        ...side.toReversed().map(([t, out]) => at(t, -out)),
      ];
      fillPolygon(cast, outline, linearColour("#ffffff"));
    };
    for (const [rootU, rootV, heading, size] of [
      [0.86, 1.06, -2.45, 0.92],
      [0.78, 1.06, -1.95, 0.86],
      [0.62, 1.08, -1.62, 0.72],
      [0.98, 0.86, -2.75, 0.8],
    ] as const) {
      for (let step = 3; step < 17; step += 1) {
        const t = step / 17;
        const u = rootU + Math.cos(heading) * size * t;
        const v = rootV + Math.sin(heading) * size * t + 0.3 * size * t * t;
        const along = Math.atan2(Math.sin(heading) + 0.6 * t, Math.cos(heading));
        const long = 0.24 * size * Math.sin(Math.PI * (0.16 + 0.78 * t)) * random.between(0.85, 1.1);
        leaf(u, v, along - 0.72, long, 0.075);
        leaf(u, v, along + 0.72, long, 0.075);
      }
    }
    const reach = Math.round(0.004 * height);
    blurPlane(shadow, width, height, reach, reach);
    paint(frame, (u, v, pixel) => {
      const x = Math.min(width - 1, Math.floor(u * height));
      const y = Math.min(height - 1, Math.floor(v * height));
      const plaster = 0.93 + 0.09 * fbm(u * 30, v * 30, 4) + 0.05 * (noise(u * 170, v * 170) - 0.5);
      blendTowards(pixel, mixColour(linearColour("#6b4552"), linearColour("#4a3348"), v), 1);
      const su = u - 0.03 + (v - 0.5) * 0.16;
      const sv = v + u * 0.34;
      const soft = 0.006 + v * 0.006;
      const columns = pane(0.1, 0.345, su, soft) + pane(0.375, 0.62, su, soft);
      const rows = pane(0.2, 0.51, sv, soft) + pane(0.54, 0.85, sv, soft) + pane(0.88, 1.15, sv, soft);
      const sun = columns * rows * (1 - 0.88 * (shadow[y * width + x] ?? 0));
      addLight(pixel, linearColour("#ff9f58"), sun * (0.78 - 0.2 * v));
      addLight(pixel, linearColour("#ffd29a"), sun * 0.16);
      scaleLight(pixel, plaster);
    });
    bloom(frame, 0.6, 0.18, 0.05);
    return "";
  },
};

export const teaSteam: Scene = {
  format: "portrait",
  compose(frame) {
    const random = createRandom(91);
    sky(frame, gradient([0, "#1d1a26"], [0.5, "#46302e"], [0.74, "#7d4a30"], [1, "#2a1a1c"]));
    for (let lamp = 0; lamp < 26; lamp += 1) {
      addBokehDisc(
        frame,
        { u: random.between(0, 0.8), v: random.between(0.08, 0.6), radius: random.between(0.025, 0.07) },
        linearColour(random.pick(["#ff9c48", "#ffc680", "#d0603a"])),
        random.between(0.06, 0.3),
      );
    }
    blur(frame, 0.006);
    addGlow(frame, { u: 0.66, v: 0.28, radius: 0.34 }, linearColour("#ff9a4a"), 0.4);
    paint(
      frame,
      (u, v, pixel) => {
        const rise = (0.62 - v) / 0.56;
        if (rise < 0 || rise > 1) return;
        const sway = 0.05 * Math.sin(rise * 5 + 1) * rise + 0.16 * (fbm(u * 2, v * 3 + 7, 2) - 0.5) * rise;
        const away = (u - 0.4 - sway) / (0.07 + 0.12 * rise);
        const wisp =
          1 - Math.abs(fbm(u * 6 + sway * 16, v * 5.5 + fbm(u * 4, v * 4, 2) * 1.6, 4) * 2 - 1) * 2.3;
        const steam =
          clamp(wisp) ** 1.4 *
          Math.exp(-away * away) *
          smoothstep(0, 0.12, rise) *
          (1 - smoothstep(0.35, 1, rise));
        addLight(pixel, linearColour("#ffd9b0"), steam * 0.62);
      },
      { top: 0.04, bottom: 0.64 },
    );
    paint(
      frame,
      (u, v, pixel) => {
        const depth = (v - 0.8) / 0.2;
        const grain = fbm(u * 3 + 7, v * 70 + 3 * noise(u * 4, v * 9), 4);
        blendTowards(
          pixel,
          mixColour(linearColour("#6d4028"), linearColour("#241316"), smoothstep(0, 1, depth)),
          1,
        );
        scaleLight(pixel, 0.6 + 0.7 * grain);
        addLight(
          pixel,
          linearColour("#ffab5c"),
          0.22 * Math.exp(-(((u - 0.62) / 0.2) ** 2)) * Math.exp(-depth * 2.4),
        );
        scaleLight(pixel, 1 - 0.62 * Math.exp(-(((u - 0.38) / 0.22) ** 2) - ((v - 0.845) / 0.034) ** 2));
      },
      { top: 0.8 },
    );
    bloom(frame, 0.6, 0.3, 0.03);
    return `<defs><linearGradient id="cup"><stop stop-color="#2a1f2b"/><stop offset=".3" stop-color="#4b3842"/><stop offset=".72" stop-color="#b98a72"/><stop offset=".93" stop-color="#ffd3a0"/><stop offset="1" stop-color="#a5694a"/></linearGradient><linearGradient id="in" x1="0" x2="1"><stop stop-color="#a87a62"/><stop offset=".6" stop-color="#4a3038"/><stop offset="1" stop-color="#2b1d26"/></linearGradient><radialGradient id="tea" cx=".7" cy=".3" r=".8"><stop stop-color="#ffb45c"/><stop offset=".4" stop-color="#a84f1e"/><stop offset="1" stop-color="#4a1d10"/></radialGradient></defs>
<g><ellipse cx="385" cy="846" rx="222" ry="34" fill="#1a1016" opacity=".55"/><ellipse cx="385" cy="836" rx="205" ry="31" fill="url(#cup)"/><ellipse cx="385" cy="832" rx="176" ry="23" fill="#3a2630" opacity=".7"/>
<path d="M520 668C612 640 640 742 506 776" fill="none" stroke="url(#cup)" stroke-width="23"/><path d="M520 662C605 640 626 730 512 766" fill="none" stroke="#ffd9ac" stroke-width="2.4" opacity=".5"/>
<path d="M236 626C240 742 276 832 320 838H450C494 832 530 742 534 626Z" fill="url(#cup)"/><ellipse cx="385" cy="626" rx="149" ry="30" fill="url(#in)"/><ellipse cx="385" cy="637" rx="132" ry="20" fill="url(#tea)"/><ellipse cx="385" cy="626" rx="148" ry="29" fill="none" stroke="#ffdcb2" stroke-width="2.6" opacity=".75"/><path d="M516 650C512 742 488 806 462 828" stroke="#ffe6c4" stroke-width="5" fill="none" opacity=".5" stroke-linecap="round"/></g>`;
  },
};

export const campfire: Scene = {
  format: "portrait",
  compose(frame) {
    const random = createRandom(47);
    sky(frame, gradient([0, "#080b1c"], [0.45, "#141430"], [0.78, "#2c1a28"], [1, "#120a0e"]));
    addGlow(frame, { u: 0.4, v: 0.8, radius: 0.42 }, linearColour("#ff6a1e"), 0.34);
    addGlow(frame, { u: 0.4, v: 0.82, radius: 0.18 }, linearColour("#ff8a2c"), 0.5);
    paint(
      frame,
      (u, v, pixel) => {
        const rise = (0.95 - v) / 0.4;
        if (rise < -0.06 || rise > 1.15) return;
        const lick = 0.2 * (fbm(u * 9, v * 5 + 3, 3) - 0.5) * (0.4 + rise);
        const away = Math.abs(u - 0.4 - lick) / (0.2 * (1 - rise * 0.78));
        const tongue = fbm(u * 17 + lick * 20, v * 6.4 + 2, 4);
        const heat = clamp(1.25 - away - rise * 0.95 + (tongue - 0.46) * 2.6) * smoothstep(-0.06, 0.06, rise);
        addLight(pixel, linearColour("#ff4a10"), heat * 0.9);
        addLight(pixel, linearColour("#ffa030"), heat * heat * 1.35);
        addLight(pixel, linearColour("#fff0b0"), heat ** 5 * 1.6);
      },
      { top: 0.48 },
    );
    for (let spark = 0; spark < 150; spark += 1) {
      const rise = random.next() ** 1.5;
      let u = 0.4 + random.bell() * (0.03 + 0.14 * rise);
      let v = 0.72 - rise * 0.72;
      const long = random.integer(3, 22);
      const power = (1.9 - rise * 1.3) * random.between(0.3, 1);
      for (let step = 0; step < long; step += 1) {
        addBokehDisc(
          frame,
          { u, v, radius: 0.0011 + 0.0006 * random.next() },
          linearColour("#ff9a3c"),
          (power * (step + 3)) / long,
          0,
        );
        u += 0.0022 * (noise(v * 22, spark * 3.7) - 0.5) * 3;
        v -= 0.0021;
      }
    }
    bloom(frame, 0.5, 0.5, 0.025);
    const logs = [
      [60, 1010, 470, 905, 44],
      [745, 1000, 330, 915, 40],
      [250, 1030, 520, 935, 50],
      [610, 1040, 280, 950, 46],
    ] as const;
    const wood = logs.map(([x1, y1, x2, y2, girth]) => {
      const embers = `M${x1 + (x2 - x1) * 0.45} ${y1 + (y2 - y1) * 0.45 - girth * 0.36}L${x2} ${y2 - girth * 0.36}`;
      return `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="url(#char)" stroke-width="${girth}"/><path d="${embers}" stroke="#c2401a" stroke-width="8" opacity=".5"/><path d="${embers}" stroke="#ff8a3c" stroke-width="3" opacity=".8"/>`;
    });
    return `<defs><linearGradient id="char" gradientUnits="userSpaceOnUse" x1="0" y1="890" x2="0" y2="1020"><stop stop-color="#5c2414"/><stop offset=".35" stop-color="#1d0d0d"/><stop offset="1" stop-color="#0a0607"/></linearGradient></defs><g stroke-linecap="round">${wood.join("")}</g>`;
  },
};
