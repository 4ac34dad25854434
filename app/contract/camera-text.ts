import type { Camera } from "./camera";

/** Returns text as "FUJIFILM X-T5 · 35 mm · f/2 · 1/250 s · ISO 400", with no-break spaces before units. */
export function cameraText(facts: Camera): string {
  const { focalLength, aperture, exposureTime, iso } = facts;
  const parts = [
    bodyOf(facts),
    facts.lens,
    focalLength && `${rounded(focalLength)}\u00a0mm`,
    aperture && `f/${rounded(aperture)}`,
    exposureTime &&
      `${exposureTime < 0.3 ? `1/${Math.round(1 / exposureTime)}` : rounded(exposureTime)}\u00a0s`,
    iso && `ISO\u00a0${rounded(iso)}`,
  ];
  return parts.filter(Boolean).join(" · ");
}

/** Most makers repeat their name in the model: "NIKON CORPORATION", "NIKON Z 6". */
function bodyOf({ make, model }: Camera): string | undefined {
  if (!make || !model) return model ?? make;
  const [brand = ""] = make.toLowerCase().split(" ");
  return model.toLowerCase().startsWith(brand) ? model : `${make} ${model}`;
}

const rounded = (value: number): string => String(Math.round(value * 10) / 10);
