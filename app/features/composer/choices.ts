import type { Camera } from "~/contract/camera";
import { eachPostField, type PostField, postFieldNames } from "~/contract/post-fields";
import { type PostFrame, postFrames } from "~/contract/post-frame";
import { visibilityTexts } from "~/contract/texts";
import type { Visibility } from "~/contract/visibility";
import type { UploadedPhoto } from "./use-uploads";

/** The texts of a new post; the alt texts are with its photos. */
type PostText = Exclude<PostField, "altText">;

/** The choices of a member for a new post, apart from the photos. */
export interface Choices extends Record<PostText, string> {
  isSensitive: boolean;
  visibility: Visibility;
  /** The frame of several photos; null until the member picks one. */
  frame: PostFrame | null;
  /** Whether readers see the camera data of the first photo. */
  showsCamera: boolean;
}

const { altText: _, ...texts } = eachPostField(() => "");

/** The choices of a form that nobody has touched. */
export const noChoices: Choices = {
  ...texts,
  isSensitive: false,
  visibility: "everyone",
  frame: null,
  showsCamera: false,
};

export const postTexts = postFieldNames.filter((name): name is PostText => name !== "altText");

/** Returns those of the values that are choices, from a stored draft or a form that the server has returned. */
export function choicesIn(values: Record<string, unknown>): Partial<Choices> {
  const found: Partial<Choices> = {};
  for (const name of postTexts) {
    const text = values[name];
    if (typeof text === "string") found[name] = text;
  }
  // A form has "on" for a ticked box.
  for (const name of ["isSensitive", "showsCamera"] as const)
    if (typeof values[name] === "boolean" || values[name] === "on") found[name] = values[name] !== false;
  const { visibility } = values;
  if (isVisibility(visibility)) found.visibility = visibility;
  const frame = postFrames.find((one) => one === values.frame);
  if (frame) found.frame = frame;
  return found;
}

function isVisibility(value: unknown): value is Visibility {
  return typeof value === "string" && Object.hasOwn(visibilityTexts, value);
}

/**
 * Returns the stored choices, overridden by those made since the page opened, even where these equal the initial
 * ones. An empty text is not a choice: it would delete the stored one.
 */
export function mergedChoices(stored: Partial<Choices>, made: Partial<Choices>): Choices {
  const chosen = Object.entries(made).filter(([, value]) => value !== "");
  return { ...noChoices, ...stored, ...Object.fromEntries(chosen) };
}

/** Returns a post's form: one photo as `mediaUrl` and `altText`, else `photos`. @param camera of the first photo */
export function formOf(choices: Choices, photos: readonly UploadedPhoto[], camera: Camera | null): FormData {
  const form = new FormData();
  for (const name of postTexts) form.set(name, choices[name]);
  if (choices.isSensitive) form.set("isSensitive", "on");
  form.set("visibility", choices.visibility);
  if (camera && choices.showsCamera) form.set("camera", JSON.stringify(camera));
  const [first] = photos;
  if (photos.length > 1) {
    form.set("photos", JSON.stringify(photos));
    if (choices.frame) form.set("frame", choices.frame);
  } else {
    form.set("mediaUrl", first?.mediaUrl ?? "");
    form.set("altText", first?.altText ?? "");
  }
  return form;
}

/** Puts `prefix` on a line before `caption`, unless the caption starts with it. */
export function withPrefix(prefix: string, caption: string): string {
  if (!prefix || caption.startsWith(prefix)) return caption;
  return caption ? `${prefix}\n${caption}` : prefix;
}
