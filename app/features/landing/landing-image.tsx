import { classNames } from "~/ui/class-names";
import { type LandingImageName, landingImages } from "./landing-images";

/**
 * One of the landing's pictures, its place kept from the first paint. The `after:` part draws over the browser's broken-image sign:
 * a picture that has not been made yet is a piece of evening sky, not a hole. (A loaded image has no pseudo-elements.)
 */
export function LandingImage({
  name,
  priority = false,
  className,
}: {
  name: LandingImageName;
  priority?: boolean;
  className?: string;
}) {
  const { file, width, height, alt } = landingImages[name];
  return (
    <img
      src={`/landing/${file}`}
      alt={alt}
      width={width}
      height={height}
      loading={priority ? "eager" : "lazy"}
      fetchPriority={priority ? "high" : undefined}
      decoding="async"
      className={classNames("evening-sky relative block h-auto w-full object-cover", className)}
    />
  );
}
