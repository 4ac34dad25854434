import { ImageOff } from "lucide-react";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/states";

/** A post's address that leads to none (spec point 2). */
export function PostNotFound() {
  return (
    <EmptyState
      icon={<ImageOff aria-hidden />}
      title="Post Not Found"
      level={1}
      text="It may have been deleted, or the address is mistyped."
      action={<ButtonLink to="/feed">Back to feed</ButtonLink>}
    />
  );
}
