import { msg } from "@lingui/core/macro";
import { site } from "~/contract/site-name";
/**
 * Images of the landing page in `public/landing/`: screenshots and photos of the demo data, made at build time. `width`
 * and `height` are those of the files, in pixels: about twice the displayed size.
 */
export const landingImages = {
  /** The feed on a phone, from the status bar down. */
  phone: {
    file: "phone.webp",
    width: 600,
    height: 1240,
    alt: msg`The ${site} feed on a phone: stories above, then a photo post`,
  },
  /** A portrait photo, shown tilted behind the phone. */
  photo: { file: "photo.webp", width: 720, height: 900, alt: null },
  /** A photo of a post, cropped to 4:5. */
  share: { file: "share.webp", width: 800, height: 1000, alt: msg`A photo shared on ${site}` },
  /** A conversation, cropped to 4:5. */
  messages: { file: "messages.webp", width: 800, height: 1000, alt: msg`A conversation between two members` },
  /** An image from the AI page, cropped to 4:5. */
  studio: { file: "studio.webp", width: 800, height: 1000, alt: msg`An image made from a description` },
  /** The feed in a wide window. */
  desktop: {
    file: "desktop.webp",
    width: 1920,
    height: 1200,
    alt: msg`The ${site} feed in a wide window, with search, stories and a post`,
  },
} as const;

export type LandingImageName = keyof typeof landingImages;
