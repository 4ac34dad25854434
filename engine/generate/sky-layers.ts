import type { Frame } from "./frame";
import { glow, linearColour } from "./frame";
import { always, type CanShow, type Plan } from "./plan";
import {
  paintAurora,
  paintClouds,
  paintLightning,
  paintMilkyWay,
  paintMoon,
  paintRainbow,
  paintSky,
  paintStars,
  paintSun,
} from "./sky-objects";
import type { Thing } from "./vocabulary";

const isClear: CanShow = ({ terms: { weather } }) => weather === null || weather === "snow";

/** The things in the sky. */
export const skyThings = {
  sun: ({ isNight, palette }) => !isNight && palette.hour !== "dusk",
  moon: (plan) => isClear(plan) || plan.terms.weather === "fog",
  stars: isClear,
  clouds: ({ terms }) => terms.weather !== "fog" && !terms.things.has("aurora"),
  "milky way": always,
  aurora: always,
  rainbow: always,
  lightning: always,
} satisfies Partial<Record<Thing, CanShow>>;

/** Paints the soft layers of the sky: gradient, sun, aurora, clouds. The frame is half size. */
export function paintSoftSky(frame: Frame, plan: Plan): void {
  const { terms, palette, horizon, keyLight, random, isNight, seed } = plan;
  const { things, weather } = terms;
  paintSky(frame, palette, horizon);
  if (things.has("milky way") || (isNight && terms.moods.has("epic"))) paintMilkyWay(frame, seed % 50);
  if (things.has("aurora")) paintAurora(frame, seed % 61, horizon);
  if (skyThings.sun(plan)) paintSun(frame, keyLight, palette, !isClear(plan));
  if (palette.hour === "dusk")
    glow(frame, keyLight.u, horizon, 0.55, palette.sky.at(-1)?.[1] ?? palette.haze, 0.3);
  const overcast = weather === "storm" || weather === "rain" || weather === "cloudy";
  const clear = overcast ? 0.3 : things.has("clouds") ? 0.42 : random.between(0.5, 0.6);
  const amount = overcast ? 0.95 : isNight ? 0.5 : 0.85;
  if (skyThings.clouds(plan)) {
    paintClouds(frame, palette, { seed: seed % 83, horizon, scale: 0.42, clear, amount }, keyLight.u);
    if (overcast)
      paintClouds(
        frame,
        palette,
        { seed: (seed % 71) + 9, horizon, scale: 0.8, clear: 0.42, amount: 0.6 },
        keyLight.u,
      );
  }
  if (things.has("rainbow")) paintRainbow(frame, plan.aspect * 0.5, horizon);
  if (things.has("volcano")) glow(frame, plan.aspect * 0.5, horizon - 0.3, 0.2, linearColour("#ff5a1f"), 0.7);
}

/** Paints the sharp objects of the sky: stars, moon, lightning. The frame is full size. */
export function paintSharpSky(frame: Frame, plan: Plan): void {
  const { terms, palette, horizon, keyLight, random, isNight, seed } = plan;
  const { things, weather } = terms;
  if ((isNight || palette.hour === "dusk" || things.has("stars")) && skyThings.stars(plan)) {
    paintStars(frame, random, isNight ? (things.has("stars") ? 1900 : 1100) : 240, horizon);
  }
  const isMoonlit = things.has("moon") || (isNight && !things.has("aurora") && !things.has("milky way"));
  if (isMoonlit && skyThings.moon(plan)) {
    const position = isNight ? keyLight : { ...keyLight, v: 0.2, u: plan.aspect - keyLight.u, radius: 0.045 };
    paintMoon(frame, position, palette, random.pick([0, 0.25, 0.85, 1.5]), seed % 40);
  }
  if (things.has("lightning") || weather === "storm") {
    paintLightning(frame, random, plan.aspect * random.pick([0.28, 0.7]), horizon);
  }
}
