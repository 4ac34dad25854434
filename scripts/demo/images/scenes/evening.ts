import { createRandom } from "../../random";
import { clouds, sky, stars } from "../render/atmosphere";
import { bloom, blur } from "../render/blur";
import { gradient, linearColour } from "../render/colour";
import { addBokehDisc, addGlow } from "../render/frame";
import { hills, paintRange, treetops } from "../render/land";
import type { Scene } from "../render/render-scene";

export const ferrisWheel: Scene = {
  format: "square",
  compose(frame) {
    const random = createRandom(18);
    sky(
      frame,
      gradient([0, "#1a2a66"], [0.4, "#4a4f9a"], [0.7, "#b5749a"], [0.9, "#ffa578"], [1, "#ffc68a"]),
      0.9,
    );
    clouds(frame, {
      seed: 12,
      horizon: 0.94,
      scale: 0.5,
      stretch: 1.8,
      clear: 0.48,
      softness: 0.26,
      lit: linearColour("#ff9d8a"),
      shade: linearColour("#4b4888"),
      amount: 0.65,
    });
    const hub = { u: 0.54, v: 0.46 };
    const radius = 0.31;
    for (const [ring, count, tint] of [
      [1, 96, "#ffb45c"],
      [0.93, 80, "#ff6f6a"],
      [0.42, 36, "#ffd9a0"],
    ] as const) {
      for (let lamp = 0; lamp < count; lamp += 1) {
        const angle = (lamp / count) * Math.PI * 2;
        const centre = {
          u: hub.u + Math.cos(angle) * radius * ring,
          v: hub.v + Math.sin(angle) * radius * ring,
          radius: 0.0032,
        };
        addBokehDisc(frame, centre, linearColour(tint), 3.4, 0);
      }
    }
    for (let spoke = 0; spoke < 16; spoke += 1) {
      const angle = (spoke / 16) * Math.PI * 2 + 0.1;
      for (let step = 3; step < 20; step += 1) {
        const out = (step / 20) * radius;
        addBokehDisc(
          frame,
          { u: hub.u + Math.cos(angle) * out, v: hub.v + Math.sin(angle) * out, radius: 0.0019 },
          linearColour(step % 2 ? "#ffe6bd" : "#ff9ab0"),
          1.5,
          0,
        );
      }
    }
    bloom(frame, 0.8, 0.75, 0.018);
    paintRange(
      frame,
      treetops(hills(3, 0.93, 0.02, 2), 8, 0.06, 21),
      linearColour("#171633"),
      linearColour("#0c0b1c"),
      0.05,
    );
    for (let lamp = 0; lamp < 34; lamp += 1) {
      addGlow(
        frame,
        { u: random.next(), v: random.between(0.915, 0.975), radius: 0.005 },
        linearColour(random.pick(["#ffb45c", "#ff6f6a", "#ffe2ac", "#66c8e0"])),
        random.between(1, 5),
      );
    }
    const cars = Array.from({ length: 16 }, (_, car) => {
      const angle = (car / 16) * Math.PI * 2 + 0.1;
      const x = (hub.u + Math.cos(angle) * radius * 1.01) * 1000;
      const y = (hub.v + Math.sin(angle) * radius * 1.01) * 1000;
      return `<path d="M${(x - 13).toFixed(1)} ${(y + 9).toFixed(1)}h26v14q-4 10-13 10t-13-10z"/><path d="M${x.toFixed(1)} ${y.toFixed(1)}l-11 10h22z"/>`;
    });
    const spokes = Array.from({ length: 16 }, (_, spoke) => {
      const angle = (spoke / 16) * Math.PI * 2 + 0.1;
      return `M${hub.u * 1000} ${hub.v * 1000}L${(540 + Math.cos(angle) * 310).toFixed(1)} ${(460 + Math.sin(angle) * 310).toFixed(1)}`;
    });
    return `<g fill="none" stroke="#1c1840"><path d="${spokes.join("")}" stroke-width="1.2" opacity=".65"/><circle cx="540" cy="460" r="310" stroke-width="2"/><circle cx="540" cy="460" r="288" stroke-width="1.4"/><path d="M540 460L420 930M540 460L660 930M556 462L470 930M524 462L610 930" stroke-width="6"/></g><circle cx="540" cy="460" r="15" fill="#1c1840"/><g fill="#1f1a44">${cars.join("")}</g>`;
  },
};

export const crescentRoofs: Scene = {
  format: "tall",
  compose(frame) {
    sky(
      frame,
      gradient(
        [0, "#101d4a"],
        [0.4, "#34509a"],
        [0.66, "#8a86b8"],
        [0.82, "#f0a98a"],
        [0.92, "#ff9458"],
        [1, "#e0623e"],
      ),
      0.94,
    );
    stars(frame, createRandom(8), { count: 130, below: () => 0.45, brightness: 0.6 });
    addGlow(frame, { u: 0.42, v: 0.31, radius: 0.1 }, linearColour("#dbe4ff"), 0.18);
    addGlow(frame, { u: 0.522, v: 0.43, radius: 0.012 }, linearColour("#fff6e2"), 0.8);
    const wires = [0, 1, 2, 3].map(
      (wire) =>
        `M-10 ${742 + wire * 21}Q210 ${822 + wire * 19} 462 ${752 + wire * 22}T700 ${700 + wire * 25}`,
    );
    const perched = [
      [150, 779],
      [171, 783],
      [206, 787],
      [322, 797],
      [336, 796],
    ] as const;
    const birds = perched.map(
      ([x, y]) =>
        `<path d="M${x - 7} ${y - 13}Q${x - 3} ${y - 21} ${x + 3} ${y - 17}L${x + 8} ${y - 16}L${x + 3} ${y - 13}Q${x + 3} ${y - 3} ${x - 3} ${y}L${x - 7} ${y + 11}L${x - 8} ${y - 2}Q${x - 10} ${y - 8} ${x - 7} ${y - 13}Z"/>`,
    );
    return `<defs><radialGradient id="e" cx=".72" cy=".7" r=".75"><stop offset=".5" stop-color="#fffaf0"/><stop offset="1" stop-color="#ffeccb"/></radialGradient></defs><path d="M446 338A38 38 0 1 1 414 279A33 33 0 0 0 446 338Z" fill="url(#e)" transform="rotate(-62 420 310)"/><circle cx="522" cy="430" r="3" fill="#fffaf0"/>
<g fill="#0e0d1e"><path d="${wires.join("")}" fill="none" stroke="#0e0d1e" stroke-width="1.7"/><path d="M458 700h8v320h-8zM436 742h52v5h-52zM442 770h40v5h-40z"/>${birds.join("")}
<path d="M-5 1000V862L70 838L92 812L114 852L176 872V905H214V846H236V905H262V922L330 890L398 922V938H430V900H500V862L560 834L628 868V905H680V1000Z"/><path d="M520 838v-36M510 806h20M512 814h16M515 822h10M556 832v-52M42 846v-58M30 794h24M33 802h18M36 810h12" stroke="#0e0d1e" stroke-width="2.2" fill="none"/></g>
<g fill="#ffb964"><path d="M298 926h17v22h-17zM345 926h17v22h-17zM560 890h15v20h-15z"/><path d="M38 886h15v21h-15z" opacity=".8"/></g><path d="M306.500 926v22M353.500 926v22M567.500 890v20M45.500 886v21" stroke="#0e0d1e" stroke-width="2"/>`;
  },
};

export const stringLights: Scene = {
  format: "landscape",
  compose(frame) {
    const random = createRandom(55);
    sky(frame, gradient([0, "#1c2340"], [0.45, "#3d3550"], [0.75, "#4a3238"], [1, "#1a1218"]));
    for (let leaf = 0; leaf < 90; leaf += 1) {
      addBokehDisc(
        frame,
        { u: random.between(0, 1.5), v: random.between(0.1, 0.95), radius: random.between(0.02, 0.07) },
        linearColour(random.pick(["#34402e", "#22304a", "#503a2c"])),
        random.between(0.05, 0.3),
        0.2,
      );
    }
    blur(frame, 0.012);
    for (let lamp = 0; lamp < 120; lamp += 1) {
      const string = random.integer(0, 4);
      const u = random.between(-0.02, 1.52);
      const v = 0.16 + string * 0.13 + 0.1 * Math.sin(u * 2.2 + string * 1.4) + random.between(-0.02, 0.02);
      addBokehDisc(
        frame,
        { u, v, radius: 0.016 + string * 0.0065 },
        linearColour(random.pick(["#ffb350", "#ffcb7c", "#ff9438"])),
        random.between(0.14, 0.62),
      );
    }
    bloom(frame, 0.35, 0.4, 0.03);
    const bulbs = [
      [150, 372],
      [412, 470],
      [690, 512],
      [968, 482],
      [1230, 398],
      [1440, 300],
    ] as const;
    for (const [x, y] of bulbs) {
      addGlow(frame, { u: x / 1000, v: y / 1000, radius: 0.085 }, linearColour("#ff9a3c"), 0.55);
      addGlow(frame, { u: x / 1000, v: y / 1000, radius: 0.024 }, linearColour("#ffc878"), 1.2);
    }
    const glass = bulbs.map(
      ([x, y]) =>
        `<g transform="translate(${x} ${y})"><path d="M-13-62h26v28h-26z" fill="#120c10"/><path d="M-13-36C-15-24-33-10-33 12A33 33 0 0 0 33 12C33-10 15-24 13-36Z" fill="url(#bulb)"/><path d="M-9-34L-13 8L-6-2L0 10L6-2L13 8L9-34" stroke="#fffbe6" stroke-width="3.4" fill="none" filter="url(#hot)"/><path d="M-9-34L-13 8L-6-2L0 10L6-2L13 8L9-34" stroke="#fff6d0" stroke-width="2" fill="none"/><path d="M-24 4Q-22-12-13-22" stroke="#fff" stroke-width="3" opacity=".5" fill="none" stroke-linecap="round"/></g>`,
    );
    return `<defs><radialGradient id="bulb" cy=".58"><stop stop-color="#fff0bc" stop-opacity=".95"/><stop offset=".5" stop-color="#ffb650" stop-opacity=".65"/><stop offset="1" stop-color="#d9702a" stop-opacity=".35"/></radialGradient><filter id="hot" x="-1" y="-1" width="3" height="3"><feGaussianBlur stdDeviation="5"/></filter></defs><path d="M-20 230Q60 290 150 318Q420 430 690 450Q980 440 1230 340Q1400 260 1530 180" stroke="#120c10" stroke-width="6" fill="none"/>${glass.join("")}`;
  },
};
