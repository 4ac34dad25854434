import { env } from "cloudflare:test";
import { expect, inject, test } from "vitest";
import { r2MediaStore } from "~/platform/media/store";

const photo = (n: string) => {
  const b64 = inject("photos")[n] ?? "";
  return new Uint8Array(Buffer.from(b64, "base64"));
};
test("try", async () => {
  const store = r2MediaStore(env.MEDIA, env.IMAGES);
  for (let i = 0; i < 4; i++) {
    const t = Date.now();
    const r = await store.putPhoto("a" + i, photo("camera"));
    console.log("camera", Date.now() - t, JSON.stringify(r));
  }
  for (const n of [
    "png",
    "webp",
    "avif",
    "gif",
    "p3Red",
    "tall",
    "wide",
    "turned6",
    "large6",
    "cutShort",
    "corrupt",
    "bomb",
  ]) {
    const t = Date.now();
    const r = await store.putPhoto(n, photo(n)).catch((e) => `${e.name} ${e.code} ${e.message}`);
    console.log(n, Date.now() - t, JSON.stringify(r));
  }
});
