import { readFile } from "node:fs/promises";
import { type ArchiveId, archiveIds, isArchiveId, renderArchive } from "./archive";

/** Landscapes and still lifes that were drawn for the demo; commit 47167642 has the code that drew them. */
const drawnIds = [
  "regatta",
  "harbour-night",
  "skyline-blue-hour",
  "lighthouse",
  "shore-from-above",
  "balloons",
  "murmuration",
  "jellyfish",
  "above-the-clouds",
  "ferris-wheel",
  "crescent-roofs",
  "string-lights",
  "moonrise",
  "desert-road",
  "lightning",
  "fireworks",
  "lanterns-on-water",
  "salt-flat",
  "river-delta",
  "fog-forest",
  "golden-meadow",
  "blossom-branch",
  "lone-tree",
  "dunes",
  "snow-cabin",
  "old-pier",
  "light-trails",
  "tulip-rows",
  "blue-ridges",
  "milky-way",
  "aurora-lake",
  "star-trails",
  "eclipse",
  "rain-on-window",
  "wet-street",
  "ember-sea",
  "window-light",
  "tea-steam",
  "campfire",
] as const;

export const avatarIds = [
  "avatar-mira",
  "avatar-tomasz",
  "avatar-amara",
  "avatar-kenji",
  "avatar-leila",
  "avatar-sunniva",
  "avatar-mateo",
  "avatar-priya",
  "avatar-ines",
] as const;

/** The images that posts show: drawn ones and photographs from the archive. */
export type ImageId = (typeof drawnIds)[number] | ArchiveId;
export type AvatarId = (typeof avatarIds)[number];

export const imageIds: readonly ImageId[] = [...drawnIds, ...archiveIds];

/** Returns a JPEG; its bytes are the same on every run. */
export function readImage(id: ImageId | AvatarId): Promise<Buffer> {
  return isArchiveId(id) ? renderArchive(id) : readFile(new URL(`photos/${id}.jpg`, import.meta.url));
}
