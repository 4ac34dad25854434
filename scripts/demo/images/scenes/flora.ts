import { createRandom } from "../../random";
import { mist, rays, sky } from "../render/atmosphere";
import { bloom, blur } from "../render/blur";
import { blendTowards, gradient, linearColour, mixColour, scaleLight, smoothstep } from "../render/colour";
import { fillPolygon, type Outline, pathOf } from "../render/fill";
import { addBokehDisc, addGlow, paint, paintBelow } from "../render/frame";
import { hills } from "../render/land";
import { fbm, noise } from "../render/noise";
import type { Scene } from "../render/render-scene";
import { blade } from "../render/shapes";

export const fogForest: Scene = {
  format: "portrait",
  compose(frame) {
    const random = createRandom(140);
    sky(frame, gradient([0, "#93a39a"], [0.3, "#d9d6b8"], [0.6, "#e6dab4"], [1, "#8b9078"]));
    addGlow(frame, { u: 0.46, v: 0.24, radius: 0.4 }, linearColour("#fff0c8"), 0.45);
    rays(frame, { u: 0.46, v: -0.2, reach: 0.75, seed: 7.3, fineness: 7 }, linearColour("#fff2c8"), 0.3);
    const layers = 5;
    const trunk = (u: number, girth: number, foot: number): Outline => {
      const lean = random.between(-0.05, 0.05);
      const left: [number, number][] = [];
      const right: [number, number][] = [];
      for (let step = 0; step <= 14; step += 1) {
        const t = step / 14;
        const y = -10 + (foot + 16) * t;
        const flare = girth * (0.55 + 0.45 * t + 0.9 * t ** 22);
        const x = u + lean * (t - 1) * foot + girth * 0.35 * (noise(t * 4, u) - 0.5);
        left.unshift([x - flare * random.between(0.92, 1.06), y]);
        right.push([x + flare * random.between(0.92, 1.06), y]);
      }
      return [...right, ...left];
    };
    for (let layer = 0; layer < layers; layer += 1) {
      const t = layer / (layers - 1);
      const ground = 640 + 200 * t;
      const bark = mixColour(linearColour("#b4b89c"), linearColour("#3a4638"), t);
      const count = Math.round(20 - t * 13);
      for (let stem = 0; stem < count; stem += 1) {
        const u = ((stem + random.between(0.1, 0.9)) / count) * 840 - 20;
        fillPolygon(
          frame,
          trunk(u, (5 + 12 * t) * random.between(0.6, 1.3), ground + random.between(-8, 20)),
          bark,
          0.6 + 0.3 * t,
        );
      }
      const floor = hills(layer * 7 + 3, ground / 1000, 0.022, 3.2, 4);
      paintBelow(frame, floor, (u, v, depth, pixel) => {
        blendTowards(
          pixel,
          mixColour(linearColour("#b9bb94"), linearColour("#4a5836"), t),
          0.3 + 0.5 * smoothstep(0, 0.05, depth),
        );
        scaleLight(pixel, 0.84 + 0.32 * fbm(u * 40, v * 70, 3));
      });
      mist(
        frame,
        { v: ground / 1000 - 0.05, thickness: 0.13, seed: layer * 5 },
        linearColour("#ece4c2"),
        0.42 * (1 - t * 0.55),
      );
    }
    addGlow(frame, { u: 0.46, v: 0.3, radius: 0.3 }, linearColour("#fff0c8"), 0.22);
    bloom(frame, 0.75, 0.25, 0.04);
    const near = [
      [70, 40],
      [706, 52],
      [812, 30],
    ].map(([u = 0, girth = 0]) => `<path d="${pathOf(trunk(u, girth, 990))}" fill="url(#bark)"/>`);
    const ferns = Array.from({ length: 320 }, () =>
      blade(
        random.between(-20, 820),
        1012,
        random.between(20, 105),
        random.between(-0.9, 0.9),
        random.between(1.5, 4.5),
      ),
    );
    return `<defs><linearGradient id="bark"><stop stop-color="#141a12"/><stop offset=".6" stop-color="#1f271a"/><stop offset="1" stop-color="#39412c"/></linearGradient></defs>${near.join("")}<path d="${ferns.join("")}" fill="#141b10"/>`;
  },
};

export const goldenMeadow: Scene = {
  format: "landscape",
  compose(frame) {
    const random = createRandom(233);
    sky(
      frame,
      gradient([0, "#f2b878"], [0.3, "#ffd592"], [0.5, "#e8a055"], [0.72, "#8f6f36"], [1, "#33331c"]),
    );
    addGlow(frame, { u: 1.06, v: 0.26, radius: 0.36 }, linearColour("#ffe6a8"), 0.7);
    addGlow(frame, { u: 1.06, v: 0.26, radius: 0.075 }, linearColour("#fff8dc"), 2.4);
    for (let spot = 0; spot < 210; spot += 1) {
      const tint = random.pick(["#ffd07a", "#f5a05c", "#ffe0a0", "#fff0c8", "#d8b45a"]);
      addBokehDisc(
        frame,
        { u: random.between(-0.05, 1.55), v: random.between(0.3, 0.98), radius: random.between(0.01, 0.042) },
        linearColour(tint),
        random.between(0.06, 0.36),
        0.4,
      );
    }
    blur(frame, 0.003);
    bloom(frame, 0.8, 0.4, 0.05);
    const grass = (count: number, low: number, high: number, width: number) =>
      Array.from({ length: count }, () =>
        blade(
          random.between(-20, 1520),
          1010,
          random.between(low, high),
          random.between(-0.3, 0.36),
          random.between(width * 0.6, width),
        ),
      ).join("");
    const umbels = [
      [205, 300, 96],
      [452, 470, 66],
      [690, 235, 118],
      [905, 500, 74],
      [1235, 330, 108],
      [1392, 540, 60],
      [70, 560, 54],
      [572, 610, 50],
      [1085, 610, 54],
    ] as const;
    const stems: string[] = [];
    const florets: string[] = [];
    for (const [x, y, size] of umbels) {
      const root = x + random.between(-60, 60);
      stems.push(
        `<path d="M${x} ${y + size * 0.55}Q${x + random.between(-14, 14)} ${(y + 1000) / 2} ${root} 1010" stroke-width="${size / 28}"/>`,
      );
      for (let ray = 0; ray < 21; ray += 1) {
        const turn = (ray / 20 - 0.5) * 2.3;
        const long = size * (0.78 + 0.22 * Math.cos(turn)) * random.between(0.86, 1.06);
        const tipX = x + Math.sin(turn) * long;
        const tipY = y + size * 0.55 - Math.cos(turn) * long * 0.72;
        stems.push(
          `<path d="M${x} ${(y + size * 0.55).toFixed(1)}Q${(x + Math.sin(turn) * long * 0.4).toFixed(1)} ${(y + size * 0.3).toFixed(1)} ${tipX.toFixed(1)} ${tipY.toFixed(1)}" stroke-width="${(size / 62).toFixed(1)}"/>`,
        );
        for (let floret = 0; floret < 11; floret += 1) {
          const cx = (tipX + random.bell() * size * 0.066).toFixed(1);
          const cy = (tipY + random.bell() * size * 0.036 - size * 0.02).toFixed(1);
          florets.push(
            `<circle cx="${cx}" cy="${cy}" r="${(size * random.between(0.012, 0.026)).toFixed(1)}" fill="${random.pick(["#fff3cf", "#ffdf9c", "#7a5a2c", "#4a3a20"])}"/>`,
          );
        }
      }
    }
    return `<path d="${grass(120, 200, 520, 4)}" fill="#b98d42" opacity=".45"/><path d="${grass(200, 120, 430, 3)}" fill="#6d6128" opacity=".75"/><g fill="none" stroke="#4a421e" stroke-linecap="round">${stems.join("")}</g>${florets.join("")}<path d="${grass(170, 60, 270, 3.4)}" fill="#262a12"/>`;
  },
};

export const blossomBranch: Scene = {
  format: "square",
  compose(frame) {
    const random = createRandom(8);
    sky(frame, gradient([0, "#8fa2d4"], [0.45, "#c5b2d6"], [0.8, "#f6c6c2"], [1, "#ffd9b4"]));
    for (let spot = 0; spot < 80; spot += 1) {
      addBokehDisc(
        frame,
        { u: random.between(0, 1), v: random.between(0.1, 1), radius: random.between(0.02, 0.075) },
        linearColour(random.pick(["#ffd0dc", "#ffe6e0", "#e8a0bc", "#c0b0e4"])),
        random.between(0.03, 0.16),
        0.3,
      );
    }
    blur(frame, 0.006);
    paint(frame, (u, v, pixel) => scaleLight(pixel, 0.97 + 0.05 * noise(u * 3, v * 3)));
    const spots: { x: number; y: number; size: number }[] = [];
    const twigs: string[] = [];
    for (const [x1, y1, x2, y2, width] of [
      [-20, 250, 480, 430, 19],
      [480, 430, 800, 380, 12],
      [800, 380, 960, 290, 6],
      [300, 360, 420, 180, 8],
      [420, 180, 560, 110, 5],
      [560, 420, 690, 590, 7],
      [690, 590, 790, 650, 4],
      [130, 310, 230, 520, 7],
      [230, 520, 330, 610, 4],
    ] as const) {
      const bendX = (x1 + x2) / 2 + random.between(-22, 22);
      const bendY = (y1 + y2) / 2 + random.between(-22, 22);
      twigs.push(
        `<path d="M${x1} ${y1}Q${bendX.toFixed(0)} ${bendY.toFixed(0)} ${x2} ${y2}" stroke-width="${width}"/>`,
      );
      const count = width > 10 ? 6 : 9;
      for (let bud = 0; bud < count; bud += 1) {
        const t = random.next() ** 0.7;
        spots.push({
          x: x1 + (x2 - x1) * t + random.between(-34, 34),
          y: y1 + (y2 - y1) * t + random.between(-34, 34),
          size: random.between(0.5, 0.98),
        });
      }
    }
    const petal = "M0 0C-25-13-28-46-9-55Q-4-57 0-50Q4-57 9-55C28-46 25-13 0 0Z";
    const flowers = spots
      .sort((a, b) => a.size - b.size)
      .map(({ x, y, size }) => {
        const turn = random.between(0, 72);
        const petals = [0, 1, 2, 3, 4]
          .map((side) => `<path d="${petal}" transform="rotate(${(turn + side * 72).toFixed(0)})"/>`)
          .join("");
        const stamens = Array.from({ length: 9 }, (_, stamen) => {
          const angle = stamen * 0.7 + turn;
          return `<path d="M0 0L${(Math.cos(angle) * 17).toFixed(1)} ${(Math.sin(angle) * 17).toFixed(1)}"/><circle cx="${(Math.cos(angle) * 17).toFixed(1)}" cy="${(Math.sin(angle) * 17).toFixed(1)}" r="1.8" fill="#e8a04a" stroke="none"/>`;
        }).join("");
        const tint = random.integer(0, 1);
        return `<g transform="translate(${x.toFixed(0)} ${y.toFixed(0)}) rotate(${random.between(-40, 40).toFixed(0)}) scale(${size.toFixed(2)} ${(size * random.between(0.5, 1)).toFixed(2)})"><g fill="url(#p${tint})">${petals}</g><g stroke="#c2567a" stroke-width="1.2">${stamens}</g></g>`;
      });
    const falling = Array.from(
      { length: 9 },
      () =>
        `<ellipse cx="${random.between(100, 950).toFixed(0)}" cy="${random.between(600, 980).toFixed(0)}" rx="13" ry="7" transform="rotate(${random.between(-30, 30).toFixed(0)} 500 800)"/>`,
    );
    return `<defs><radialGradient id="p0" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="60"><stop stop-color="#d8618c"/><stop offset=".35" stop-color="#f7b8cc"/><stop offset="1" stop-color="#fff1ef"/></radialGradient><radialGradient id="p1" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="60"><stop stop-color="#c9547f"/><stop offset=".4" stop-color="#ee9fbb"/><stop offset="1" stop-color="#ffdfe2"/></radialGradient></defs><g fill="none" stroke="#3d2630" stroke-linecap="round">${twigs.join("")}</g>${flowers.join("")}<g fill="#ffdbe2" opacity=".7">${falling.join("")}</g>`;
  },
};
