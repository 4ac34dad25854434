import { getTextareaProps } from "@conform-to/react";
import type { RefObject } from "react";
import { cameraText } from "~/contract/camera-text";
import { ALT_TEXT_MAX } from "~/contract/limits";
import { Checkbox } from "~/ui/checkbox";
import { TextArea } from "~/ui/field";
import type { Choices } from "./choices";
import { SuggestAltText } from "./suggest-alt-text";
import type { Photos } from "./use-photos";
import { altTextErrors, type PostFields } from "./use-post-form";

interface Props {
  picker: Photos;
  fields: PostFields;
  altTextArea: RefObject<HTMLTextAreaElement | null>;
  /** Whether the browser keeps the photos. */
  isKept: boolean;
  choices: Choices;
  choose: (choices: Partial<Choices>) => void;
}

/** Renders the fields about the photos of a new post: the alt text of the selected one and the camera data of the first. */
export function PhotoFields({ picker, fields, altTextArea, isKept, choices, choose }: Props) {
  const { photos, altText } = picker;
  const camera = photos[0]?.camera;
  return (
    <>
      {!isKept && (
        <p role="status" className="text-danger text-sm">
          {`This browser has no room to keep your ${photos.length > 1 ? "photos" : "photo"}. Share before you leave this page.`}
        </p>
      )}
      <TextArea
        label="Accessibility"
        hint="Alt text helps people with visual impairments"
        {...getTextareaProps(fields.altText, { value: false })}
        ref={altTextArea}
        value={altText}
        onChange={(event) => picker.describe(event.currentTarget.value)}
        error={altTextErrors(altText)}
        limit={ALT_TEXT_MAX}
        rows={2}
      />
      <AltTextNote picker={picker} />
      {camera && (
        <Checkbox
          label={
            <>
              <span>{photos.length > 1 ? "Show camera data of the first photo" : "Show camera data"}</span>
              <span dir="auto" className="wrap-anywhere block text-muted text-sm">
                {cameraText(camera)}
              </span>
            </>
          }
          checked={choices.showsCamera}
          onChange={(event) => choose({ showsCamera: event.currentTarget.checked })}
          error={fields.camera.errors}
        />
      )}
    </>
  );
}

/** Asks for an alt text, and offers one by AI, while the selected photo has none. */
function AltTextNote({ picker }: { picker: Photos }) {
  const { selected, photos } = picker;
  if (selected?.altText.trim() !== "") return null;
  const photo = photos.length > 1 ? `photo ${photos.indexOf(selected) + 1}` : "the photo";
  return (
    <div className="flex items-center gap-2 text-muted text-sm">
      <span className="rounded-sm border border-edge px-1.5 py-0.5 font-semibold text-xs">ALT</span>
      <p>{`No alt text yet. Describe ${photo} in a sentence.`}</p>
      <SuggestAltText
        key={selected.preview}
        upload={() => picker.upload(selected)}
        onText={(value) => picker.describe(value)}
      />
    </div>
  );
}
