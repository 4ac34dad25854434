import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  MEDIA_DOCUMENT,
  type Outcomes,
  type Place,
  places,
  tableOf,
  withTable,
} from "../tests/media/outcomes";
import { build, runTool } from "./run";

/** `npm run media` chooses the files of tests/media in every place in Chromium; writes outcomes to docs/media.md. */
const folder = mkdtempSync(path.join(tmpdir(), "afterglow-media-"));
await build();
const { ok } = await runTool("playwright", ["test", "--project", "media"], {
  live: true,
  env: { AFTERGLOW_MEDIA: folder },
});
if (ok) {
  const read = (name: string) => JSON.parse(readFileSync(path.join(folder, `${name}.json`), "utf8"));
  // The keys are the places.
  const outcomes = Object.fromEntries(places.map((place) => [place, read(place)])) as Record<Place, Outcomes>;
  const document = readFileSync(MEDIA_DOCUMENT, "utf8");
  writeFileSync(MEDIA_DOCUMENT, withTable(document, tableOf(outcomes)));
}
rmSync(folder, { recursive: true });
process.exitCode = ok ? 0 : 1;
