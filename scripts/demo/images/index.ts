import { type ArchiveId, archiveIds, isArchiveId, renderArchive } from "./archive";
import { type AvatarId, avatarIds, isAvatarId, renderAvatar } from "./avatars";
import { renderScene } from "./render/render-scene";
import { isSceneId, type SceneId, sceneIds, scenes } from "./scenes";

/** The images that posts show: rendered scenes and photographs from the archive. */
export type ImageId = SceneId | ArchiveId;
export type { AvatarId };
export { avatarIds };

export const imageIds: readonly ImageId[] = [...sceneIds, ...archiveIds];

/** Returns a JPEG; its bytes are the same on every run. */
export async function renderImage(id: ImageId | AvatarId): Promise<Buffer> {
  if (isAvatarId(id)) return renderAvatar(id);
  if (isArchiveId(id)) return renderArchive(id);
  if (isSceneId(id)) return renderScene(scenes[id]);
  throw new Error(`There is no image with the id ${String(id)}`);
}
