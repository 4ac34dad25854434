import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { classNames } from "./class-names";

const shapes = { line: "rounded-sm", round: "rounded-full", square: "" };

/** One pulsing block. Pass its size as classes. */
export function Skeleton({ shape = "line", className }: { shape?: keyof typeof shapes; className?: string }) {
  return <div className={classNames("animate-breathe max-w-full bg-line", shapes[shape], className)} />;
}

interface Props {
  label?: string;
  children: ReactNode;
  className?: string;
}

/** Placeholder of loading content: announces it once and hides the blocks from screen readers. */
export function Loading({ label, children, className }: Props) {
  const { t } = useLingui();
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label ?? t`Loading...`}</span>
      <div aria-hidden className="contents">
        {children}
      </div>
    </div>
  );
}

/** Placeholder of a post card with the same header, photo and lines, so that the layout does not shift. */
export function PostCardSkeleton() {
  return (
    <div className="overflow-hidden border-line border-y bg-surface md:rounded-card md:border">
      <div className="flex items-center gap-3 px-4 py-3">
        <Skeleton shape="round" className="size-10" />
        <div className="grid gap-2">
          <Skeleton className="h-3 w-32" />
          <Skeleton className="h-2.5 w-20" />
        </div>
      </div>
      <Skeleton shape="square" className="aspect-4/5 max-h-[min(85dvh,720px)] w-full" />
      <div className="grid gap-3 p-4">
        <div className="flex gap-4">
          <Skeleton shape="round" className="size-6" />
          <Skeleton shape="round" className="size-6" />
          <Skeleton shape="round" className="size-6" />
        </div>
        <Skeleton className="h-3 w-24" />
        <Skeleton className="h-3 w-4/5" />
      </div>
    </div>
  );
}

/** Placeholders of rows with an avatar and two lines: chats, notifications, members. */
export function RowSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike and never move.
    <div key={row} className="flex items-center gap-3 px-4 py-3">
      <Skeleton shape="round" className="size-12 shrink-0" />
      <div className="grid flex-1 gap-2.5">
        <Skeleton className="h-3 w-2/5" />
        <Skeleton className="h-2.5 w-3/5" />
      </div>
    </div>
  ));
}

/** Placeholders of square tiles, for the caller's grid. */
export function TileSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, tile) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike and never move.
    <Skeleton key={tile} shape="square" className="aspect-square" />
  ));
}
