import { Camera } from "lucide-react";
import { useState } from "react";
import { Avatar } from "~/ui/avatar";
import { Button } from "~/ui/button";
import { Logo, Logomark } from "~/ui/logo";
import { Photo, type PhotoSource } from "~/ui/photo";
import { Progress } from "~/ui/progress";
import { Loading, PostCardSkeleton, RowSkeletons, TileSkeletons } from "~/ui/skeleton";
import { Sparkle } from "~/ui/sparkle";
import { EmptyState, ErrorState } from "~/ui/states";
import { TimeAgo } from "~/ui/time-ago";

const names = [
  "Mira Sol",
  "Ada Lovelace",
  "Gabriel García Márquez",
  "Zoë Ångström",
  "Kenji Watanabe",
  "lumen",
];

/** Returns a data URL of an SVG gradient with these proportions. */
function dusk(width: number, height: number): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 10 10" preserveAspectRatio="none"><linearGradient id="a" x2="0" y2="1"><stop stop-color="#3a2350"/><stop offset=".6" stop-color="#b5576a"/><stop offset="1" stop-color="#f0a35c"/></linearGradient><rect width="10" height="10" fill="url(#a)"/><circle cx="6" cy="8" r="1" fill="#ffe2a8"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const facts = { placeholder: dusk(10, 10), color: "#6b3b56" };
const wide: PhotoSource = {
  ...facts,
  mediaUrl: dusk(1200, 800),
  width: 1200,
  height: 800,
  altText: "A sun over water",
};
const tall: PhotoSource = {
  ...facts,
  mediaUrl: dusk(600, 1600),
  width: 600,
  height: 1600,
  altText: "A tall evening",
};
const broken: PhotoSource = { ...facts, mediaUrl: "/nowhere.webp", width: 1200, height: 600 };

/** Renders photos of several proportions, and photos that fail to load. */
export function Photos() {
  return (
    <div className="grid gap-4">
      <Photo photo={wide} sizes="30rem" className="rounded-photo" />
      <Photo photo={tall} sizes="30rem" maxHeight="18rem" className="rounded-photo" />
      <Photo
        photo={{ ...broken, caption: "Fog over the harbour, quarter past six" }}
        sizes="30rem"
        className="rounded-photo"
      />
      <div className="grid grid-cols-3 gap-0.5">
        <Photo photo={wide} shape="square" sizes="10rem" />
        <Photo photo={tall} shape="square" sizes="10rem" />
        <Photo photo={broken} shape="square" sizes="10rem" />
      </div>
    </div>
  );
}

/** Renders avatars, times, logos and progress bars. */
export function People() {
  const [now] = useState(() => Date.now());
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        {names.map((name) => (
          <Avatar key={name} name={name} />
        ))}
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <Avatar name="Mira Sol" size="xs" />
        <Avatar name="Mira Sol" size="sm" />
        <Avatar name="Mira Sol" size="lg" ring image={dusk(100, 100)} />
        <Avatar name="Ada Lovelace" size="lg" ring />
        <Avatar name="Mira Sol" size="xl" image="/nowhere.webp" />
      </div>
      <p className="text-muted text-sm">
        {[5, 400, 7300, 200_000, 900_000].map((seconds) => (
          <TimeAgo
            key={seconds}
            iso={new Date(now - seconds * 1000).toISOString()}
            className="figures me-4"
          />
        ))}
      </p>
      <div className="flex flex-wrap items-center gap-5">
        <Logo />
        <Logomark size={56} />
        <Logomark size={16} />
        <Sparkle />
      </div>
      <Progress value={0.62} label="Uploading" />
      <Progress label="Generating" />
    </div>
  );
}

/** Renders the empty, error and loading states. */
export function States() {
  return (
    <div className="grid gap-4">
      <EmptyState
        level={3}
        icon={<Camera aria-hidden />}
        title="No Posts Yet"
        text="Connect with people or create your first post to see content here."
        action={<Button>Share Your First Photo</Button>}
      />
      <ErrorState level={3} title="Failed to load posts. Please try again later." onRetry={() => undefined} />
      <Loading>
        <PostCardSkeleton />
        <RowSkeletons count={2} />
        <div className="grid grid-cols-3 gap-0.5">
          <TileSkeletons count={3} />
        </div>
      </Loading>
    </div>
  );
}
