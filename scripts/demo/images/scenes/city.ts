import { createRandom, type Random } from "../../random";
import { clouds, sky } from "../render/atmosphere";
import { bloom } from "../render/blur";
import { gradient, linearColour } from "../render/colour";
import { fillBox } from "../render/fill";
import { addGlow, type Frame } from "../render/frame";
import type { Scene } from "../render/render-scene";
import { water } from "../render/water";

interface Block {
  readonly foot: number;
  readonly tall: readonly [number, number];
  readonly wide: readonly [number, number];
  readonly wall: string;
  readonly lit: number;
  readonly power: number;
  readonly pane: number;
}

function street(frame: Frame, random: Random, row: Block): void {
  for (let u = -0.03; u < frame.aspect; ) {
    const wide = random.between(row.wide[0], row.wide[1]);
    const middle = 1 - Math.abs(u / frame.aspect - 0.55) * 1.3;
    const tall = random.between(row.tall[0], row.tall[1]) * (0.5 + 0.75 * Math.max(0, middle));
    const top = row.foot - tall;
    fillBox(frame, u, top, wide * 0.96, tall, linearColour(row.wall, random.between(0.8, 1.2)));
    if (random.chance(0.3))
      fillBox(frame, u + wide * 0.25, top - 0.02, wide * 0.45, 0.021, linearColour(row.wall));
    if (random.chance(0.2)) fillBox(frame, u + wide * 0.46, top - 0.07, 0.0022, 0.07, linearColour(row.wall));
    const cool = random.chance(0.3);
    const busy = row.lit * random.between(0.4, 1.5);
    for (let v = top + row.pane; v < row.foot - row.pane; v += row.pane * 1.9) {
      const floor = random.chance(0.16) ? 2.4 : 1;
      for (let pane = u + row.pane * 0.7; pane < u + wide * 0.96 - row.pane; pane += row.pane * 1.35) {
        if (!random.chance(busy * floor)) continue;
        const tint = cool
          ? random.pick(["#bcd4ff", "#e8efff"])
          : random.pick(["#ffb862", "#ffd49a", "#ff9f50", "#ffe6bd"]);
        fillBox(
          frame,
          pane,
          v,
          row.pane * 0.8,
          row.pane * 0.95,
          linearColour(tint, row.power * random.between(0.35, 1.3)),
        );
      }
    }
    u += wide;
  }
}

export const skylineBlueHour: Scene = {
  format: "landscape",
  compose(frame) {
    const random = createRandom(2024);
    const horizon = 0.66;
    sky(
      frame,
      gradient([0, "#142250"], [0.45, "#33468a"], [0.75, "#8a6a9c"], [0.92, "#e5937f"], [1, "#ffb682"]),
      horizon,
    );
    clouds(frame, {
      seed: 40,
      horizon,
      scale: 0.45,
      stretch: 2.6,
      clear: 0.5,
      softness: 0.24,
      lit: linearColour("#e58d92"),
      shade: linearColour("#4c4a80"),
      amount: 0.6,
    });
    street(frame, random, {
      foot: horizon,
      tall: [0.1, 0.3],
      wide: [0.03, 0.06],
      wall: "#5d5384",
      lit: 0.2,
      power: 0.7,
      pane: 0.0042,
    });
    street(frame, random, {
      foot: horizon,
      tall: [0.12, 0.38],
      wide: [0.045, 0.085],
      wall: "#2f3160",
      lit: 0.3,
      power: 1.3,
      pane: 0.0056,
    });
    street(frame, random, {
      foot: horizon,
      tall: [0.05, 0.19],
      wide: [0.05, 0.11],
      wall: "#161a3a",
      lit: 0.34,
      power: 2,
      pane: 0.0068,
    });
    for (let lamp = 0; lamp < 46; lamp += 1) {
      const u = (lamp / 46) * frame.aspect + random.between(-0.008, 0.008);
      addGlow(
        frame,
        { u, v: horizon - 0.006, radius: 0.0045 },
        linearColour("#ffca86"),
        random.between(2, 6),
      );
    }
    water(frame, {
      seed: 21,
      horizon,
      ripple: 0.75,
      deep: linearColour("#101b46"),
      deepness: 0.5,
      shine: 0.92,
      stretch: 0.85,
    });
    bloom(frame, 0.75, 0.5, 0.02);
    return "";
  },
};
