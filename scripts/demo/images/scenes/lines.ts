import { createRandom } from "../../random";
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
import { fillBox } from "../render/fill";
import { addBokehDisc, addGlow, paint, paintBelow } from "../render/frame";
import { hills, paintRange, peaks, treetops } from "../render/land";
import { fbm, noise } from "../render/noise";
import type { Scene } from "../render/render-scene";

/** Compositions with leading lines: a pier, a road, rows of flowers. */

export const oldPier: Scene = {
  format: "square",
  compose(frame) {
    const horizon = 0.46;
    sky(frame, gradient([0, "#77797f"], [0.5, "#b4b4b6"], [0.86, "#dfdcd8"], [1, "#eeeae4"]), horizon);
    clouds(frame, {
      seed: 150,
      horizon,
      scale: 0.4,
      stretch: 1.2,
      clear: 0.42,
      softness: 0.34,
      lit: linearColour("#e9e6e2"),
      shade: linearColour("#63656c"),
      amount: 0.8,
    });
    const posts = Array.from({ length: 13 }, (_, pair) => {
      const near = 1 / (1 + (12 - pair) * 0.36);
      return {
        left: 0.5 - 0.36 * near - 0.02,
        right: 0.5 + 0.3 * near - 0.02,
        foot: horizon + 0.46 * near,
        tall: 0.25 * near,
        girth: 0.032 * near,
      };
    });
    paint(
      frame,
      (u, v, pixel) => {
        const near = (v - horizon) / (1 - horizon);
        const veil = fbm(u * 1.6 + 4, near * 5 + 2, 4);
        blendTowards(
          pixel,
          mixColour(linearColour("#e6e2dc"), linearColour("#7d8086"), smoothstep(0, 1.1, near)),
          1,
        );
        scaleLight(pixel, 0.84 + 0.32 * veil);
        for (const post of posts) {
          for (const centre of [post.left, post.right]) {
            const down = (v - post.foot) / (post.tall * 0.9);
            if (down < 0 || down > 1) continue;
            const away = (u - centre) / (post.girth * (0.55 + 0.5 * down));
            if (away > 2 || away < -2) continue;
            scaleLight(pixel, 1 - 0.7 * Math.exp(-away * away * 1.4) * (1 - down) ** 1.6);
          }
        }
      },
      { top: horizon },
    );
    const art = posts.map(({ left, right, foot, tall, girth }, pair) => {
      const fade = (0.3 + 0.7 * (pair / 12)).toFixed(2);
      const post = (u: number, lean: number, cut: number) => {
        const x = u * 1000;
        const w = girth * 500;
        return `M${(x - w).toFixed(1)} ${(foot * 1000).toFixed(1)}L${(x - w * 0.85 + lean).toFixed(1)} ${((foot - tall * cut) * 1000).toFixed(1)}L${(x + lean * 0.8).toFixed(1)} ${((foot - tall * cut) * 1000 - w * 0.6).toFixed(1)}L${(x + w * 0.8 + lean).toFixed(1)} ${((foot - tall * cut) * 1000 + w * 0.5).toFixed(1)}L${(x + w).toFixed(1)} ${(foot * 1000).toFixed(1)}Q${x.toFixed(1)} ${(foot * 1000 + w * 0.6).toFixed(1)} ${(x - w).toFixed(1)} ${(foot * 1000).toFixed(1)}Z`;
      };
      const cut = 0.72 + 0.3 * noise(pair * 3.1, 2);
      return `<g fill="url(#wood)" opacity="${fade}"><path d="${post(left, girth * 120 * (noise(pair, 5) - 0.5), cut)}"/><path d="${post(right, girth * 160 * (noise(pair, 9) - 0.5), 1.55 - cut)}"/></g>`;
    });
    return `<defs><linearGradient id="wood"><stop stop-color="#17181b"/><stop offset=".55" stop-color="#33353a"/><stop offset="1" stop-color="#6a6b70"/></linearGradient></defs>${art.join("")}<path d="M642 268Q650 262 656 268Q664 262 672 267Q662 267 657 273Q650 267 642 268Z" fill="#3a3b40"/>`;
  },
};

export const lightTrails: Scene = {
  format: "wide",
  compose(frame) {
    const random = createRandom(66);
    sky(
      frame,
      gradient([0, "#111a3e"], [0.35, "#3a4180"], [0.6, "#a06a90"], [0.74, "#ff9a70"], [1, "#ffc488"]),
      0.6,
    );
    paintRange(frame, peaks(61, 0.42, 0.14, 1.3), linearColour("#6a5688"), linearColour("#c98a90"), 0.16);
    paintRange(
      frame,
      peaks(77, 0.53, 0.13, 1.5),
      linearColour("#3a345e"),
      linearColour("#7d5a78"),
      0.18,
      0.25,
    );
    const slope = (u: number) => 0.68 - 0.1 * Math.sin(u * 1.5 + 0.4) + 0.03 * (fbm(u * 5, 4, 3) - 0.5);
    paintBelow(frame, treetops(slope, 12, 0.028, 38), (u, v, depth, pixel) => {
      blendTowards(
        pixel,
        mixColour(linearColour("#23203e"), linearColour("#0f0e20"), smoothstep(0, 0.2, depth)),
        1,
      );
      scaleLight(pixel, 0.65 + 0.7 * fbm(u * 34, v * 60, 3));
    });
    const road = (t: number) => {
      const near = t ** 2.1;
      return {
        u: 0.95 + 0.16 * (1 - t) + (0.14 + 0.62 * near) * Math.sin(t * 8.4 + 0.5) * (0.34 + 0.66 * t),
        v: 0.645 + 0.46 * near,
        w: 0.0035 + 0.075 * near,
      };
    };
    for (let step = 0; step < 1500; step += 1) {
      const t = step / 1500;
      const { u, v, w } = road(t);
      fillBox(frame, u - w, v, w * 2, 0.0016 + 0.006 * t ** 2, linearColour("#1b1a30"));
    }
    for (const [lane, tints] of [
      [-1, ["#ff3a2c", "#ff5a34", "#e8242a"]],
      [1, ["#fff0cc", "#ffdca0", "#ffe8c0"]],
    ] as const) {
      for (let car = 0; car < 9; car += 1) {
        const offset = lane * random.between(0.12, 0.8);
        const tint = linearColour(random.pick(tints));
        const power = random.between(0.25, 0.9);
        const lift = random.between(0.002, 0.03);
        for (let step = 0; step < 950; step += 1) {
          const t = step / 950;
          const { u, v, w } = road(t);
          addBokehDisc(
            frame,
            { u: u + w * offset, v: v - lift * t ** 2, radius: 0.0009 + 0.0017 * t ** 2 },
            tint,
            power * (0.35 + 0.35 * t),
            0,
          );
        }
      }
    }
    bloom(frame, 0.7, 0.6, 0.018);
    return "";
  },
};

export const tulipRows: Scene = {
  format: "landscape",
  compose(frame) {
    const horizon = 0.44;
    sky(frame, gradient([0, "#5f7fc0"], [0.4, "#a9b0d8"], [0.75, "#f7cdb8"], [1, "#ffe2b4"]), horizon);
    clouds(frame, {
      seed: 5,
      horizon,
      scale: 0.5,
      stretch: 1.1,
      clear: 0.48,
      softness: 0.16,
      lit: linearColour("#fff0e2"),
      shade: linearColour("#b0a0c4"),
      amount: 0.85,
    });
    addGlow(frame, { u: 0.35, v: 0.42, radius: 0.3 }, linearColour("#ffc88a"), 0.4);
    paintRange(
      frame,
      treetops(hills(4, horizon - 0.004, 0.008, 2), 6, 0.018, 58),
      linearColour("#5f6a78"),
      linearColour("#8f8a82"),
      0.03,
    );
    const bands = ["#e8423c", "#ff8a3c", "#ffd05c", "#f06a94", "#b03a7c", "#fff0dc"].map((hex) =>
      linearColour(hex),
    );
    const soil = linearColour("#3d4a28");
    const vanish = 0.62;
    paint(
      frame,
      (u, v, pixel) => {
        const near = (v - horizon) / (1 - horizon);
        const far = 1 / (near + 0.012);
        const lane = (u - vanish) * far * 1.15 + 40;
        const row = lane - Math.floor(lane);
        const ridge = Math.sin(Math.PI * row);
        const tint = bands[((Math.floor(lane) % 6) + 6) % 6] ?? soil;
        const heads = noise((u - vanish) * far * 30, far * 26);
        const fine = noise((u - vanish) * far * 75, far * 60);
        const flower =
          smoothstep(0.28, 0.55, ridge) * smoothstep(0.22, 0.5, heads * 0.7 + fine * 0.3 + 0.1 * (1 - near));
        blendTowards(pixel, soil, 1);
        scaleLight(pixel, 0.55 + 0.8 * fine);
        const lit = 0.5 + 0.65 * heads + 0.2 * (row < 0.5 ? 1 : -0.4);
        blendTowards(pixel, { r: tint.r * lit, g: tint.g * lit, b: tint.b * lit }, flower);
        addLight(
          pixel,
          linearColour("#ffcf94"),
          0.55 * Math.exp(-near / 0.09) * Math.exp(-(((u - 0.35) / 0.7) ** 2)),
        );
        blendTowards(pixel, linearColour("#e8c4a8"), 0.45 * Math.exp(-near / 0.05));
      },
      { top: horizon },
    );
    bloom(frame, 0.8, 0.25, 0.04);
    addBokehDisc(frame, { u: 0.35, v: 0.412, radius: 0.016 }, linearColour("#fff6dc"), 2, 0);
    return `<g fill="#4a4654" transform="translate(1120 452) scale(1.15)"><path d="M-17 0L-11-62H11L17 0Z"/><path d="M-13-60Q0-82 13-60Z"/><path d="M-23-34H23V-30H-23Z"/><g transform="translate(0 -64) rotate(24)" fill="none" stroke="#4a4654"><path d="M0-62V62M-62 0H62" stroke-width="2"/><path d="M2-60H11V-10H2M-2 60H-11V10H-2M60 2V11H10V2M-60-2V-11H-10V-2" stroke-width="1.1"/></g></g>`;
  },
};
