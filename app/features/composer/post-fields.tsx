import { getInputProps } from "@conform-to/react";
import { useRef } from "react";
import { CAPTION_MAX } from "~/contract/limits";
import { postLines } from "~/contract/post-field-names";
import { visibilityTexts } from "~/contract/texts";
import { Mentions } from "~/features/text/mentions";
import { Checkbox } from "~/ui/checkbox";
import { Field, TextArea } from "~/ui/field";
import { inputProps, textAreaProps } from "~/ui/field-props";
import { RadioGroup } from "~/ui/radio-group";
import type { PostFields as Fields } from "./use-post-form";

/** Renders the fields about a new post itself: caption, location, cover and audience. */
export function PostFields({ fields }: { fields: Fields }) {
  const caption = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <TextArea
        label="Caption"
        {...textAreaProps(fields.caption)}
        ref={caption}
        limit={CAPTION_MAX}
        rows={5}
      />
      <Mentions field={caption} />
      {postLines.map(({ name, ...line }) => (
        <Field {...inputProps(fields[name])} {...line} key={name} optional />
      ))}
      <Checkbox
        label="Mark as sensitive"
        {...getInputProps(fields.isSensitive, { type: "checkbox" })}
        error={fields.isSensitive.errors}
      />
      <RadioGroup
        key={fields.visibility.key}
        legend="Who can see it"
        name={fields.visibility.name}
        options={visibilityTexts}
        defaultValue={fields.visibility.initialValue === "connections" ? "connections" : "everyone"}
      />
    </>
  );
}
