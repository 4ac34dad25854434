import { createRandom, type Random } from "../../random";
import { sky } from "../render/atmosphere";
import { bloom, blur } from "../render/blur";
import { addLight, blendTowards, gradient, linearColour, scaleLight, smoothstep } from "../render/colour";
import { fillBox } from "../render/fill";
import { addBokehDisc, type Frame, paint } from "../render/frame";
import { fbm, noise } from "../render/noise";
import type { Scene } from "../render/render-scene";
import { person } from "../render/shapes";
import { water } from "../render/water";

function lights(
  frame: Frame,
  random: Random,
  count: number,
  tints: readonly string[],
  size: readonly [number, number],
  [from, to]: readonly [number, number],
): void {
  for (let lamp = 0; lamp < count; lamp += 1) {
    const v = random.between(from, to);
    const centre = {
      u: random.between(-0.02, frame.aspect + 0.02),
      v,
      radius: random.between(size[0], size[1]),
    };
    addBokehDisc(frame, centre, linearColour(random.pick(tints)), random.between(0.12, 0.7));
  }
}

export const rainOnWindow: Scene = {
  format: "portrait",
  compose(frame) {
    const random = createRandom(77);
    sky(frame, gradient([0, "#141a34"], [0.4, "#2a2c52"], [0.7, "#4d3a56"], [1, "#1a1626"]));
    lights(
      frame,
      random,
      105,
      ["#ff9a44", "#ffc27a", "#ff6a4a", "#ffd9a0", "#e8506a", "#6aa8ff", "#58d0b8"],
      [0.02, 0.058],
      [0.08, 0.9],
    );
    blur(frame, 0.003);
    const { width, height } = frame;
    const planes = [frame.red, frame.green, frame.blue].map((plane) => [plane, plane.slice()] as const);
    paint(frame, (u, v, pixel) => {
      const breath = smoothstep(0.35, 0.7, fbm(u * 3, v * 3, 3));
      blendTowards(pixel, linearColour("#565478"), 0.1 + 0.1 * breath);
      scaleLight(pixel, 0.9 + 0.22 * noise(u * 210, v * 210));
    });
    const drop = (cu: number, cv: number, radius: number, drawn: number) => {
      const fat = 1 + 0.2 * (noise(cu * 50, cv * 50) - 0.5);
      const limit = (value: number, most: number) => Math.max(0, Math.min(most - 1, Math.floor(value)));
      const lastY = limit((cv + radius * drawn) * height + 1, height);
      const lastX = limit((cu + radius * fat) * height + 1, width);
      for (let y = limit((cv - radius * drawn) * height, height); y <= lastY; y += 1) {
        for (let x = limit((cu - radius * fat) * height, width); x <= lastX; x += 1) {
          const dv = ((y + 0.5) / height - cv) / (radius * drawn);
          const du = ((x + 0.5) / height - cu) / (radius * fat * (1 - 0.22 * Math.min(0, dv) * -1));
          const out = Math.sqrt(du * du + dv * dv);
          const cover = smoothstep(1, 1 - 0.9 / (radius * height), out);
          if (cover === 0) continue;
          const bend = 0.25 * (0.3 + out * out);
          const from =
            limit((cv - dv * bend * 1.4 - 0.06) * height, height) * width +
            limit((cu - du * bend) * height, width);
          const shade =
            0.55 +
            0.75 * smoothstep(-0.7, 0.9, dv) -
            0.75 * smoothstep(0.72, 1, out) * (1 - smoothstep(0, 0.9, dv));
          const spark = Math.exp(-(((du + 0.35) / 0.16) ** 2) - ((dv + 0.45) / 0.14) ** 2) * 0.7;
          const at = y * width + x;
          const bright = 1.25 * shade;
          for (const [plane, source] of planes) {
            const old = plane[at] ?? 0;
            plane[at] = old + ((source[from] ?? 0) * bright + spark - old) * cover;
          }
        }
      }
    };
    for (let bead = 0; bead < 900; bead += 1)
      drop(random.next() * frame.aspect, random.next(), random.between(0.0015, 0.0042), 1);
    for (let bead = 0; bead < 210; bead += 1)
      drop(
        random.next() * frame.aspect,
        random.next(),
        random.between(0.005, 0.0135),
        random.between(1, 1.25),
      );
    for (let run = 0; run < 9; run += 1) {
      const u = random.next() * frame.aspect;
      const end = random.between(0.25, 0.98);
      for (let v = random.between(-0.05, end - 0.15); v < end; v += random.between(0.006, 0.022)) {
        drop(
          u + 0.012 * (noise(v * 9, run * 7) - 0.5),
          v,
          random.between(0.0022, 0.0046),
          random.between(1, 2.2),
        );
      }
      drop(u, end, random.between(0.011, 0.017), 1.35);
    }
    bloom(frame, 0.8, 0.25, 0.02);
    return "";
  },
};

export const wetStreet: Scene = {
  format: "portrait",
  compose(frame) {
    const random = createRandom(404);
    const curb = 0.5;
    sky(frame, gradient([0, "#0b0d20"], [0.6, "#231a38"], [1, "#4a2848"]), curb);
    lights(
      frame,
      random,
      26,
      ["#ff5a6a", "#ff9a4a", "#ffca84", "#4ac8d8", "#b070ff"],
      [0.012, 0.03],
      [0.3, 0.52],
    );
    for (const [u, v, wide, tall, tint] of [
      [0.06, 0.16, 0.035, 0.2, "#ff4a6e"],
      [0.16, 0.24, 0.09, 0.035, "#40d8e0"],
      [0.62, 0.12, 0.04, 0.24, "#ff9a3a"],
      [0.7, 0.27, 0.07, 0.04, "#ff5aa0"],
      [0.33, 0.3, 0.12, 0.028, "#ffd08a"],
      [0.52, 0.36, 0.05, 0.1, "#ffe0ac"],
      [0.2, 0.37, 0.06, 0.09, "#ffc27c"],
    ] as const) {
      fillBox(frame, u, v, wide, tall, linearColour(tint, 1.9));
    }
    blur(frame, 0.007);
    for (const u of [0.375, 0.425])
      addBokehDisc(frame, { u, v: 0.455, radius: 0.017 }, linearColour("#fff0d0"), 3.2, 0.2);
    for (const u of [0.48, 0.515])
      addBokehDisc(frame, { u, v: 0.452, radius: 0.011 }, linearColour("#ff3a34"), 2.2, 0.2);
    water(frame, {
      seed: 31,
      horizon: curb,
      ripple: 0.9,
      deep: linearColour("#0c0b1a"),
      deepness: 0.42,
      shine: 0.82,
      stretch: 0.92,
    });
    paint(
      frame,
      (u, v, pixel) => {
        const near = (v - curb) / (1 - curb);
        const stone = noise((u - 0.4) * (60 / (0.3 + near)), 40 / (near + 0.15));
        const wet = smoothstep(0.28, 0.6, fbm(u * 5, v * 12, 3));
        scaleLight(pixel, (0.35 + 0.65 * wet) * (0.72 + 0.5 * stone));
        addLight(pixel, linearColour("#6a4a6a"), 0.03 * stone);
      },
      { top: curb },
    );
    blur(frame, 0.0008, 0.0035);
    bloom(frame, 0.6, 0.6, 0.035);
    const walker = person(330, 0, 250);
    return `<defs><linearGradient id="coat"><stop stop-color="#3a1f3c"/><stop offset=".25" stop-color="#0c0a18"/><stop offset=".8" stop-color="#0c0a18"/><stop offset="1" stop-color="#6a3a34"/></linearGradient></defs><g fill="url(#coat)" transform="translate(0 880)"><path d="${walker}"/><path d="M222-226Q232-308 330-318Q428-308 438-226Q412-240 384-228Q358-242 330-228Q302-242 276-228Q248-240 222-226Z"/></g><path d="M329 652V566M330 652L352 690" stroke="#0c0a18" stroke-width="4"/><path d="M224 652Q236 574 330 564Q424 574 436 652" fill="none" stroke="#ff9a8a" stroke-width="2.4" opacity=".55"/><g transform="translate(0 884) scale(1 -.5)" opacity=".4"><path d="${walker}" fill="#06060f"/></g>`;
  },
};
