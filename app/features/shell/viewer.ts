import { useRouteLoaderData } from "react-router";
import type { loader } from "~/root";

/** The signed-in member as every page of theirs knows them. */
export type ShellViewer = NonNullable<Awaited<ReturnType<typeof loader>>["viewer"]>;

/** The viewer, or null for a visitor. */
export function useViewer(): ShellViewer | null {
  return useRouteLoaderData<typeof loader>("root")?.viewer ?? null;
}
