import { useLingui } from "@lingui/react/macro";
import { classNames } from "~/ui/class-names";
import { type LandingImageName, landingImages } from "./landing-images";

interface Props {
  name: LandingImageName;
  priority?: boolean;
  className?: string;
}

/**
 * Renders an image of the landing page; `width` and `height` reserve its space from the first paint. The `::after` of
 * `evening-sky` covers the browser's broken-image icon with a gradient while the file is missing. A loaded image has no
 * pseudo-elements.
 */
export function LandingImage({ name, priority = false, className }: Props) {
  const { t } = useLingui();
  const { file, width, height, alt } = landingImages[name];
  return (
    <img
      src={`/landing/${file}`}
      alt={alt ? t(alt) : ""}
      width={width}
      height={height}
      loading={priority ? "eager" : "lazy"}
      fetchPriority={priority ? "high" : undefined}
      decoding="async"
      className={classNames("evening-sky relative block h-auto w-full object-cover", className)}
    />
  );
}
