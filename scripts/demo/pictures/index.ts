import { type ArchiveId, archiveIds, isArchiveId, renderArchive } from "./archive";
import { type AvatarId, avatarIds, isAvatarId, renderAvatar } from "./avatars";
import { isSceneId, type SceneId, sceneIds, scenes } from "./scenes";
import { renderScene } from "./studio/develop";

/** Everything a post can show: scenes composed by code, and photographs from the archive. */
export type PictureId = SceneId | ArchiveId;
export type { AvatarId };
export { avatarIds };

export const pictureIds: readonly PictureId[] = [...sceneIds, ...archiveIds];

/** A JPEG, the same bytes every time. */
export async function renderPicture(id: PictureId | AvatarId): Promise<Buffer> {
  if (isAvatarId(id)) return renderAvatar(id);
  if (isArchiveId(id)) return renderArchive(id);
  if (isSceneId(id)) return renderScene(scenes[id]);
  throw new Error(`There is no picture called ${String(id)}`);
}
