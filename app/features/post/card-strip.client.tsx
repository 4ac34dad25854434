import { PhotoStrip } from "./photo-strip";

/** The strip of a card. A default export of its own module, which is loaded on demand: the feed has no room for its code. */
export default PhotoStrip;
