import { mediaFiles } from "../media/files";
import { documented } from "../media/outcomes";
import { uploadAll } from "../media/upload";
import { expect, test } from "./test";

test("the server stores and refuses files as docs/media.md says @desktop @all", async ({ signIn }) => {
  const files = await mediaFiles();
  expect(files.length).toBeGreaterThanOrEqual(100);
  expect(await uploadAll(await signIn(), files)).toEqual(documented("server"));
});
