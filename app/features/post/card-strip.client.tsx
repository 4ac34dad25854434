import { PhotoStrip } from "./photo-strip";

/** The strip of a card. A default export of its own module, loaded on demand to keep its code out of the feed. */
export default PhotoStrip;
