import type { ComponentProps } from "react";
import { classNames } from "./class-names";

interface Props extends Omit<ComponentProps<"input">, "type"> {
  min: number;
  max: number;
  value: number;
}

/** Renders a slider. The knob and the track before it have its text colour; `className` sets that and the width. */
export function Slider({ className, ...input }: Props) {
  const { min, max, value } = input;
  return (
    <input
      {...input}
      type="range"
      style={{ "--filled": (value - min) / (max - min) }}
      className={classNames("slider h-11 rounded-sm", className)}
    />
  );
}
