import { free } from "../pixels/free";
import { createPicture, planesOf, type Raster, tint } from "../pixels/picture";
import { createRandom, type Random } from "../pixels/random";
import type { Size } from "../pixels/resize";
import type { Breathe } from "../styles/style";
import { composeAbstract } from "./abstract";
import { type Brief, readBrief, understood } from "./brief";
import { develop } from "./develop";
import { paintForeground } from "./foreground";
import { doubled, type Frame, paint } from "./frame";
import { paintHeavens, paintPoints } from "./heavens";
import { type DrawSvg, layOver } from "./overlay";
import { type Plan, planScene } from "./plan";
import { portrait, softenBehind } from "./portrait";
import { paintFar, paintGround } from "./scenery";
import { composeSpace } from "./space";
import { paintFireflies, paintMist, paintRain, paintSnowfall } from "./weather";

export interface Composed {
  raster: Raster;
  /** What the words were taken for. */
  understood: string[];
}

/** A picture out of a prompt's words. The same prompt, seed and size give the same bytes. */
export async function compose(
  prompt: string,
  seed: number,
  size: Size,
  draw: DrawSvg,
  breathe: Breathe,
): Promise<Composed> {
  const brief = readBrief(prompt);
  const random = createRandom(seed);
  const frame = await paintedFrame(brief, seed, size, random, draw, breathe);
  await breathe();
  const raster = develop(frame);
  free(...planesOf(frame));
  return { raster, understood: understood(brief) };
}

async function paintedFrame(
  brief: Brief,
  seed: number,
  { width, height }: Size,
  random: Random,
  draw: DrawSvg,
  breathe: Breathe,
): Promise<Frame> {
  if (brief.places.has("space")) {
    const frame = createPicture(width, height);
    composeSpace(frame, brief, random);
    return frame;
  }
  const small = createPicture(width / 2, height / 2);
  if (brief.places.has("abstract")) {
    composeAbstract(small, brief, random);
    return doubled(small);
  }
  const plan = planScene(brief, seed, width / height, random);
  paintHeavens(small, plan);
  await breathe();
  const frame = doubled(small);
  await paintScene(frame, plan, draw, breathe);
  return frame;
}

async function paintScene(frame: Frame, plan: Plan, draw: DrawSvg, breathe: Breathe): Promise<void> {
  paintPoints(frame, plan);
  await breathe();
  await layOver(frame, paintFar(frame, plan), draw);
  await breathe();
  await layOver(frame, paintGround(frame, plan), draw);
  await breathe();
  if (plan.has("portrait")) softenBehind(frame);
  await layOver(frame, plan.has("portrait") ? portrait(plan) : paintForeground(frame, plan), draw);
  await breathe();
  paintWeather(frame, plan);
}

function paintWeather(frame: Frame, { brief, palette, horizon, random, seed }: Plan): void {
  if (brief.weather === "fog") {
    for (let band = 0; band < 4; band += 1) {
      paintMist(
        frame,
        horizon - 0.1 + band * 0.1,
        0.13,
        palette.haze,
        0.46 - band * 0.11,
        (seed % 37) + band * 9,
      );
    }
  }
  if (brief.weather === "rain" || brief.weather === "storm")
    paintRain(frame, palette, brief.weather === "storm");
  if (brief.weather === "snow") paintSnowfall(frame, random);
  if (brief.things.has("fireflies")) paintFireflies(frame, random, horizon - 0.12);
  if (brief.moods.has("dreamy")) paint(frame, (pixel) => tint(pixel, palette.haze, 0.1));
}
