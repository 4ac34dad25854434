/** The place of the photo in view among those of its post: "2/5". */
export function PhotoCounter({ at, count }: { at: number; count: number }) {
  return (
    <span className="figures pointer-events-none absolute end-2 top-2 rounded-full bg-scrim px-2 py-0.5 font-semibold text-white text-xs backdrop-blur-sm">
      {`${at}/${count}`}
    </span>
  );
}
