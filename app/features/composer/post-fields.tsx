import { getInputProps, getTextareaProps } from "@conform-to/react";
import { useRef } from "react";
import { CAPTION_MAX } from "~/contract/limits";
import { postLines } from "~/contract/post-field-names";
import { visibilityTexts } from "~/contract/texts";
import { Mentions } from "~/features/text/mentions";
import { Checkbox } from "~/ui/checkbox";
import { Field, TextArea } from "~/ui/field";
import { RadioGroup } from "~/ui/radio-group";
import type { Choices } from "./choices";
import type { PostFields as Fields } from "./use-post-form";

interface Props {
  fields: Fields;
  choices: Choices;
  choose: (choices: Partial<Choices>) => void;
}

/** Renders the fields about a new post itself: caption, location, cover and audience. */
export function PostFields({ fields, choices, choose }: Props) {
  const caption = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <TextArea
        label="Caption"
        {...getTextareaProps(fields.caption, { value: false })}
        value={choices.caption}
        onChange={(event) => choose({ caption: event.currentTarget.value })}
        error={fields.caption.errors}
        ref={caption}
        limit={CAPTION_MAX}
        rows={5}
      />
      <Mentions field={caption} />
      {postLines.map(({ name, ...line }) => (
        <Field
          {...getInputProps(fields[name], { type: "text", value: false })}
          value={choices[name]}
          onChange={(event) => choose({ [name]: event.currentTarget.value })}
          error={fields[name].errors}
          {...line}
          key={name}
          optional
        />
      ))}
      <Checkbox
        label="Mark as sensitive"
        {...getInputProps(fields.isSensitive, { type: "checkbox", value: false })}
        checked={choices.isSensitive}
        onChange={(event) => choose({ isSensitive: event.currentTarget.checked })}
        error={fields.isSensitive.errors}
      />
      <RadioGroup
        legend="Who can see it"
        name={fields.visibility.name}
        options={visibilityTexts}
        value={choices.visibility}
        onChange={(visibility) => choose({ visibility })}
      />
    </>
  );
}
