/** The AI engine's noise functions. */
export { fbm, noise, ridgeProfile } from "../../../../engine/pixels/noise";
