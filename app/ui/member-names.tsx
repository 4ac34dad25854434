import { classNames } from "./class-names";

interface Props {
  username: string;
  fullName: string;
  /** The full name in the size of the text, not smaller. */
  large?: boolean;
}

/** A member's username above the full name, each cut to one line. */
export function MemberNames({ username, fullName, large = false }: Props) {
  return (
    <span className="min-w-0">
      <span dir="ltr" translate="no" className="block w-fit max-w-full truncate font-semibold">
        {username}
      </span>
      <span
        dir="auto"
        className={classNames("block w-fit max-w-full truncate text-muted", !large && "text-sm")}
      >
        {fullName}
      </span>
    </span>
  );
}
