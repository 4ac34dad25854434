import { useLingui } from "@lingui/react";
import { type CSSProperties, useCallback, useState } from "react";
import { mediaIdOf, variantUrl } from "~/contract/media-address";
import { classNames } from "./class-names";
import { initials, nameHue } from "./initials";

const sizes = { xs: 24, sm: 32, md: 40, lg: 56, xl: 80, xxl: 144 } as const;
export type AvatarSize = keyof typeof sizes;

export interface AvatarProps {
  /** Name that gives the initials and the tint: the member's full name where there is one. */
  name: string;
  image?: string | null;
  size?: AvatarSize;
  /** The gradient ring of a story, drawn outside the given size. */
  ring?: boolean;
  /** Alt text, for an avatar without a name beside it; otherwise the image is decoration. */
  alt?: string;
  className?: string;
}

/** A member's profile image, or their initials on a tint of their own when it is missing or fails to load. */
export function Avatar({ name, image, size = "md", ring = false, alt = "", className }: AvatarProps) {
  const pixels = sizes[size];
  const face = <Face key={image} name={name} image={image} pixels={pixels} alt={alt} />;
  if (!ring) return <span className={classNames("inline-flex shrink-0", className)}>{face}</span>;
  return (
    <span className={classNames("afterglow-gradient inline-flex shrink-0 rounded-full p-[2.5px]", className)}>
      <span className="rounded-full bg-paper p-[2.5px]">{face}</span>
    </span>
  );
}

interface FaceProps {
  name: string;
  image?: string | null;
  pixels: number;
  alt: string;
}

function Face({ name, image, pixels, alt }: FaceProps) {
  const { locale } = useLingui().i18n;
  const [broken, setBroken] = useState(false);
  // The error event of an image that failed before hydration has fired already.
  const detectEarlyFailure = useCallback((img: HTMLImageElement | null) => {
    if (img?.complete && img.naturalWidth === 0) setBroken(true);
  }, []);
  const style: CSSProperties = {
    width: pixels,
    height: pixels,
    fontSize: Math.max(10, Math.round(pixels * 0.38)),
    "--hue": nameHue(name),
  };
  return (
    <span
      style={style}
      className="tinted relative inline-flex shrink-0 select-none items-center justify-center overflow-hidden rounded-full font-semibold leading-none"
    >
      {image && !broken ? (
        <img
          ref={detectEarlyFailure}
          // 96 pixels are sharp on 40 and less, on a screen of twice the density.
          src={mediaIdOf(image) ? variantUrl(image, pixels > 40 ? "thumb" : "avatar") : image}
          alt={alt}
          width={pixels}
          height={pixels}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          className="size-full object-cover"
        />
      ) : (
        <>
          <span aria-hidden>{initials(name, locale)}</span>
          {alt && <span className="sr-only">{alt}</span>}
        </>
      )}
    </span>
  );
}
