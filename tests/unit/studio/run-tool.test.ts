import { i18n } from "@lingui/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inEnglish } from "~/contract/messages";
import { IMAGE_UNREADABLE } from "~/contract/texts";
import { runTool } from "~/features/studio/run-tool";
import { changeTool, clearTool, toolState } from "~/features/studio/studio-store";

vi.mock("~/features/photo/redraw-file.client", () => ({
  redrawFile: async () => new Blob(["redrawn"], { type: "image/webp" }),
}));

const dataUrl = (text: string, type: string) => `data:${type};base64,${btoa(text)}`;
const result = { id: "1", imageUrl: "/media/1" };
const sent: string[] = [];

/** A reader of the browser that Node has not. */
class Reader {
  result = "";
  onload = () => {};
  async readAsDataURL(blob: Blob) {
    this.result = dataUrl(await blob.text(), blob.type);
    this.onload();
  }
}

beforeEach(() => {
  i18n.activate("en");
  sent.length = 0;
  vi.stubGlobal("FileReader", Reader);
  vi.stubGlobal("requestAnimationFrame", () => 0);
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    const { image } = JSON.parse(body);
    sent.push(image);
    return image.startsWith("data:image/webp") || image.startsWith("/media/")
      ? Response.json(result)
      : Response.json({ message: inEnglish(IMAGE_UNREADABLE) }, { status: 415 });
  });
});
afterEach(() => {
  clearTool("style");
  vi.unstubAllGlobals();
});

test("sends a source that the server cannot read again, as the browser shows it", async () => {
  const source = dataUrl("odd", "image/jpeg");
  changeTool("style", { source, style: "watercolor" });
  await runTool("style");
  expect(sent).toEqual([source, dataUrl("redrawn", "image/webp")]);
  expect(toolState("style")).toMatchObject({ result, failure: null });
});

test("sends stored media by its address", async () => {
  changeTool("style", { source: "/media/0", style: "watercolor" });
  await runTool("style");
  expect(sent).toEqual(["/media/0"]);
});
