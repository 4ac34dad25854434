import { getTextareaProps } from "@conform-to/react";
import { useLingui } from "@lingui/react/macro";
import { type RefObject, useRef } from "react";
import { CAPTION_MAX } from "~/contract/limits";
import { Mentions } from "~/features/text/mentions";
import { TextArea } from "~/ui/field";
import { AltTexts } from "./alt-texts";
import { type ChoiceProps, PostLines, PostOptions } from "./post-options";

interface Props extends ChoiceProps {
  altTextArea: RefObject<HTMLTextAreaElement | null>;
  canSuggest: boolean;
}

/** Renders the fields of a new post beside its photos. Below the caption a phone folds them into rows. */
export function PostFields({ altTextArea, canSuggest, ...props }: Props) {
  const { t } = useLingui();
  const { picker, fields, choices, choose } = props;
  const caption = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <TextArea
        label={t`Caption`}
        {...getTextareaProps(fields.caption, { value: false })}
        value={choices.caption}
        onChange={(event) => choose({ caption: event.currentTarget.value })}
        readOnly={picker.isSharing}
        error={fields.caption.errors}
        ref={caption}
        limit={CAPTION_MAX}
        rows={4}
      />
      <Mentions field={caption} />
      <div className="grid grid-cols-1 max-md:divide-y max-md:divide-line max-md:border-line max-md:border-y md:gap-5">
        <AltTexts {...{ picker, fields, altTextArea, canSuggest }} />
        <PostLines {...props} />
        <PostOptions {...props} />
      </div>
    </>
  );
}
