import { msg } from "@lingui/core/runtime-macro";
import { CAMERA_NAME_MAX } from "./limits";
import { ruleText } from "./messages";
import { cleanLine } from "./visible-text";
import { z } from "./zod";

const name = z
  .string()
  .overwrite(cleanLine)
  .trim()
  .min(1, { error: ruleText(msg`Camera and lens must not be empty.`) })
  .max(CAMERA_NAME_MAX, {
    error: ruleText(msg`Camera and lens must not be longer than ${{ max: CAMERA_NAME_MAX }} characters.`),
  });

function between(min: number, max: number, label: string): z.ZodNumber {
  const error = `${label} must be between ${min} and ${max}.`;
  return z.number({ error }).min(min, { error }).max(max, { error });
}

/** A photo's camera data: the camera and its settings, never place, date or serial numbers. Strips other properties. */
export const cameraFacts = z.object({
  make: name.optional(),
  model: name.optional(),
  lens: name.optional(),
  /** In millimetres. */
  focalLength: between(0.1, 10_000, "Focal length").optional(),
  /** The f-number. */
  aperture: between(0.1, 1000, "Aperture").optional(),
  /** In seconds. */
  exposureTime: between(0.00001, 86_400, "Exposure time").optional(),
  iso: between(1, 10_000_000, "ISO").optional(),
});

/** Camera data with at least one fact. */
export const camera = cameraFacts.refine((facts) => Object.keys(facts).length > 0, {
  error: ruleText(msg`Camera data must not be empty.`),
});
export type Camera = z.infer<typeof camera>;
