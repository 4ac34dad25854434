import { useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import type { ProfileView } from "~/contract/accounts";
import { Avatar } from "~/ui/avatar";
import { showToast } from "~/ui/toast";

/** The strip under the header: the member's highlights, after a "New" tile on the viewer's own profile. */
export function Highlights({ highlights, isOwn }: { highlights: ProfileView["highlights"]; isOwn: boolean }) {
  const { t } = useLingui();
  if (!isOwn && highlights.length === 0) return null;
  return (
    <ul
      aria-label={t`Highlights`}
      className="mt-7 flex gap-5 overflow-x-auto overscroll-x-contain px-4 py-1 md:px-2"
    >
      {isOwn && (
        <Tile
          title={t({
            message: "New",
            context: "highlight",
            comment: "Button that makes a new highlight of the profile",
          })}
        >
          <span className="flex size-16 items-center justify-center rounded-full border border-edge border-dashed transition-colors group-hover:bg-wash">
            <Plus aria-hidden className="size-6" />
          </span>
        </Tile>
      )}
      {highlights.map(({ imageUrl, title }) => (
        <Tile key={imageUrl} title={title}>
          <Avatar name={title} image={imageUrl} size="lg" />
        </Tile>
      ))}
    </ul>
  );
}

function Tile({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <li>
      <button
        type="button"
        onClick={() => showToast({ title: t`Coming Soon`, text: t`Highlights are coming soon!` })}
        className="group grid w-16 justify-items-center gap-1.5 rounded-control"
      >
        {children}
        <span className="w-full truncate text-center text-sm">{title}</span>
      </button>
    </li>
  );
}
