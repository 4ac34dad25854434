/** The same grain of chance that the AI engine paints with. */
export { fbm, noise, ridged } from "../../../../engine/pixels/noise";
