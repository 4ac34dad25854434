/** The same grain of chance that the AI engine paints with. */
export { fbm, noise, ridgeProfile } from "../../../../engine/pixels/noise";
