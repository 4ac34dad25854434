import type { SliderName } from "./edits";

export interface Tool {
  name: SliderName;
  label: string;
  /** -100 for a tool of two directions, 0 for one that can only be added. */
  min: -100 | 0;
}

const both = (name: SliderName, label: string): Tool => ({ name, label, min: -100 });
const added = (name: SliderName, label: string): Tool => ({ name, label, min: 0 });

/** The sliders of each tab. All end at 100. */
export const toolGroups = {
  light: [
    both("light", "Light"),
    both("contrast", "Contrast"),
    both("highlights", "Highlights"),
    both("shadows", "Shadows"),
    both("whites", "Whites"),
    both("blacks", "Blacks"),
  ],
  colour: [
    both("warmth", "Warmth"),
    both("tint", "Tint"),
    both("vibrance", "Vibrance"),
    both("saturation", "Saturation"),
  ],
  detail: [both("clarity", "Clarity"), added("sharpness", "Sharpness")],
  effects: [added("fade", "Fade"), added("vignette", "Vignette"), added("grain", "Grain")],
} satisfies Record<string, Tool[]>;

export type ToolGroup = keyof typeof toolGroups;

export const tools: Tool[] = Object.values(toolGroups).flat();
