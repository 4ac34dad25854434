import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import type { ProfileView } from "~/contract/accounts";
import { Avatar } from "~/ui/avatar";
import { showToast } from "~/ui/toast";

const comingSoon = () => showToast({ title: "Coming Soon", text: "Highlights are coming soon!" });

/** The strip under the header: the member's highlights, after a "New" tile on the viewer's own profile. */
export function Highlights({ highlights, isOwn }: { highlights: ProfileView["highlights"]; isOwn: boolean }) {
  if (!isOwn && highlights.length === 0) return null;
  return (
    <ul
      aria-label="Highlights"
      className="mt-7 flex gap-5 overflow-x-auto overscroll-x-contain px-4 py-1 md:px-2"
    >
      {isOwn && (
        <Tile title="New">
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
  return (
    <li>
      <button
        type="button"
        onClick={comingSoon}
        className="group grid w-16 justify-items-center gap-1.5 rounded-control"
      >
        {children}
        <span className="w-full truncate text-center text-sm">{title}</span>
      </button>
    </li>
  );
}
