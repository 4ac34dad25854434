import type { LeftOut } from "~/contract/ai";
import type { Checkpoint } from "../checkpoint";
import { tint } from "../pixels/colour";
import { free } from "../pixels/free";
import { createRandom, type Random } from "../pixels/random";
import { createRaster, planesOf, type RgbaImage } from "../pixels/raster";
import type { Size } from "../pixels/resize";
import { composeAbstract } from "./abstract";
import { compositeSvg, type DrawSvg } from "./composite-svg";
import { paintFar } from "./far";
import { paintForeground } from "./foreground";
import { type Frame, paint, upscale2x } from "./frame";
import { paintGround } from "./ground";
import { leftOutOf, shownNames } from "./left-out";
import { type Plan, planScene } from "./plan";
import { blurBackground, portraitSvg } from "./portrait";
import { type PromptTerms, parsePrompt, recognisedWords } from "./prompt-terms";
import { paintSharpSky, paintSoftSky } from "./sky-layers";
import { composeSpace } from "./space";
import { toneMap } from "./tone-map";
import { paintFireflies, paintMist, paintRain, paintSnowfall } from "./weather";

export interface Composition {
  rgba: RgbaImage;
  /** The names of the vocabulary that the image shows. */
  understood: string[];
  leftOut: LeftOut;
}

/** Generates an image from a prompt. The same prompt, seed and size return the same bytes. */
export async function compose(
  prompt: string,
  seed: number,
  size: Size,
  draw: DrawSvg,
  checkpoint: Checkpoint,
): Promise<Composition> {
  const terms = parsePrompt(prompt);
  const random = createRandom(seed);
  const { frame, plan } = await paintFrame(terms, seed, size, random, draw, checkpoint);
  await checkpoint();
  const rgba = toneMap(frame);
  free(...planesOf(frame));
  const shown = shownNames(terms, plan);
  return {
    rgba,
    understood: recognisedWords(terms).filter((name) => shown.has(name)),
    leftOut: leftOutOf(terms, shown),
  };
}

async function paintFrame(
  terms: PromptTerms,
  seed: number,
  { width, height }: Size,
  random: Random,
  draw: DrawSvg,
  checkpoint: Checkpoint,
): Promise<{ frame: Frame; plan: Plan | null }> {
  if (terms.places.has("space")) {
    const frame = createRaster(width, height);
    composeSpace(frame, terms, random);
    return { frame, plan: null };
  }
  const small = createRaster(width / 2, height / 2);
  if (terms.places.has("abstract")) {
    composeAbstract(small, terms, random);
    return { frame: upscale2x(small), plan: null };
  }
  const plan = planScene(terms, seed, width / height, random);
  paintSoftSky(small, plan);
  await checkpoint();
  const frame = upscale2x(small);
  await paintScene(frame, plan, draw, checkpoint);
  return { frame, plan };
}

async function paintScene(frame: Frame, plan: Plan, draw: DrawSvg, checkpoint: Checkpoint): Promise<void> {
  paintSharpSky(frame, plan);
  await checkpoint();
  await compositeSvg(frame, paintFar(frame, plan), draw);
  await checkpoint();
  await compositeSvg(frame, paintGround(frame, plan), draw);
  await checkpoint();
  if (plan.has("portrait")) blurBackground(frame);
  await compositeSvg(frame, plan.has("portrait") ? portraitSvg(plan) : paintForeground(frame, plan), draw);
  await checkpoint();
  paintWeather(frame, plan);
}

function paintWeather(frame: Frame, { terms, palette, horizon, random, seed }: Plan): void {
  if (terms.weather === "fog") {
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
  if (terms.weather === "rain" || terms.weather === "storm")
    paintRain(frame, palette, terms.weather === "storm");
  if (terms.weather === "snow") paintSnowfall(frame, random);
  if (terms.things.has("fireflies")) paintFireflies(frame, random, horizon - 0.12);
  if (terms.moods.has("dreamy")) paint(frame, (pixel) => tint(pixel, palette.haze, 0.1));
}
