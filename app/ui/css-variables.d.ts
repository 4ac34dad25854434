import "react";

declare module "react" {
  interface CSSProperties {
    /** Custom properties are styles like any other. */
    [name: `--${string}`]: string | number | undefined;
  }
}
