import { describe, expect, it } from "vitest";
import type { AiImageView } from "~/contract/ai";
import {
  type KnownImages,
  knownFrom,
  withChange,
  withFirst,
  withOlder,
} from "~/features/studio/known-images";

function image(id: string): AiImageView {
  return {
    id,
    imageUrl: `/media/${id}`,
    kind: "generate",
    prompt: "A harbour",
    style: null,
    sourceImageUrl: null,
    engine: "local",
    model: "embedded",
    isSaved: false,
    createdAt: "2026-01-01T00:00:00.000Z",
    width: 1,
    height: 1,
    placeholder: "",
    color: "#000000",
  };
}
const images = (ids: string) => [...ids].map(image);
const idsOf = ({ items }: KnownImages) => items.map(({ id }) => id).join("");

/** Two to a page: the first page is known, and the one after it. */
const opened = withOlder(knownFrom({ items: images("fe"), next: "e" }), {
  items: images("dc"),
  next: "/api/ai/images?cursor=c",
});

describe("the known images", () => {
  it("begin with the loader's and go on behind them", () => {
    expect(knownFrom({ items: images("fe"), next: "e" }).next).toBe("/api/ai/images?cursor=e");
    expect(idsOf(opened)).toBe("fedc");
    expect(withOlder(opened, { items: images("ba"), next: null })).toEqual({
      items: images("fedcba"),
      next: null,
    });
  });

  it("follow what is saved and what is deleted, however old", () => {
    expect(withChange(opened, "c", "saved").items.map(({ isSaved }) => isSaved)).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(idsOf(withChange(opened, "c", "deleted"))).toBe("fed");
  });

  it("lose none when a new one pushes the others back, also where no older ones were asked for", () => {
    expect(withFirst(opened, { items: images("gf"), next: "f" })).toEqual({
      items: images("gfedc"),
      next: "/api/ai/images?cursor=c",
    });
    const pushed = withFirst(knownFrom({ items: images("fe"), next: "e" }), {
      items: images("gf"),
      next: "f",
    });
    expect(pushed).toEqual({ items: images("gfe"), next: "/api/ai/images?cursor=e" });
  });

  it("are no more than the loader's when those are all, or when nothing older is known", () => {
    expect(withFirst(opened, { items: images("f"), next: null })).toEqual({ items: images("f"), next: null });
    const jumped = withFirst(opened, { items: images("ba"), next: "a" });
    expect(jumped).toEqual({ items: images("ba"), next: "/api/ai/images?cursor=a" });
  });

  it("stand once, though a page that was under way holds what the loader has brought meanwhile", () => {
    const meanwhile = withFirst(opened, { items: images("fe"), next: null });
    expect(idsOf(withOlder(meanwhile, { items: images("ed"), next: null }))).toBe("fed");
  });
});
