import { type ComponentProps, createElement } from "react";

/** The drawing of an icon in lucide-react: the names and attributes of its parts, in a box of 24 px. */
interface Drawing {
  node: [name: string, attributes: Record<string, string>][];
}

const svg = {
  xmlns: "http://www.w3.org/2000/svg",
  width: 24,
  height: 24,
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

/**
 * Returns the component of an icon, which is hidden from screen readers. Replaces lucide-react's own function (vite.config.ts), whose
 * options the app does not use: a second component, a context, names of classes and several copies of the attributes for each icon.
 */
export default function createIcon({ node }: Drawing) {
  return function Icon(props: ComponentProps<"svg">) {
    const parts = node.map(([name, attributes]) => createElement(name, attributes));
    return createElement("svg", { ...svg, "aria-hidden": true, ...props }, parts);
  };
}
