import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import type { CommentView } from "~/contract/comments";
import { Button } from "~/ui/button";

interface Props {
  comments: readonly CommentView[];
  item: (comment: CommentView) => ReactNode;
  linkedId: string | undefined;
}

/** A button that opens the comments hidden by the post's owner. They start open when one has the linked id. */
export function HiddenComments({ comments, item, linkedId }: Props) {
  const { t } = useLingui();
  const hidden = comments.filter(({ isHidden }) => isHidden);
  const [isOpen, setOpen] = useState(hidden.some(({ id }) => id === linkedId));
  const count = hidden.length;
  if (count === 0) return null;
  return (
    <>
      <Button
        variant="plain"
        size="small"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="justify-self-start text-muted"
      >
        {t({ message: plural(count, { one: "# hidden comment", other: "# hidden comments" }) })}
      </Button>
      {isOpen && (
        <ul aria-label={t`Hidden comments`} className="grid gap-3">
          {hidden.map(item)}
        </ul>
      )}
    </>
  );
}
