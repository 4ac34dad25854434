import type { SliderName } from "./edits";

export interface Tool {
  name: SliderName;
  /** -100 for a tool of two directions, 0 for one that can only be added. */
  min: -100 | 0;
}

const both = (name: SliderName): Tool => ({ name, min: -100 });
const added = (name: SliderName): Tool => ({ name, min: 0 });

/** The sliders of each tab; names.ts has their labels. All end at 100. */
export const toolGroups = {
  light: [
    both("light"),
    both("contrast"),
    both("highlights"),
    both("shadows"),
    both("whites"),
    both("blacks"),
  ],
  colour: [both("warmth"), both("tint"), both("vibrance"), both("saturation")],
  detail: [both("clarity"), added("sharpness")],
  effects: [added("fade"), added("vignette"), added("grain")],
} satisfies Record<string, Tool[]>;

export type ToolGroup = keyof typeof toolGroups;

export const tools: Tool[] = Object.values(toolGroups).flat();
