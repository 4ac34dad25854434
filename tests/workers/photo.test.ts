import { env } from "cloudflare:test";
import { describe, expect, inject, test, vi } from "vitest";
import { webpSize } from "~/contract/inspect-photo";
import { type MediaVariant, mediaVariants } from "~/contract/media-address";
import { localImages } from "~/platform/media/local-images";
import { preparePhoto, renderVariants } from "~/platform/media/photo";
import { r2MediaStore } from "~/platform/media/r2-store";
import { readSettings } from "../../workers/settings";
import type { Rgb } from "../factories/photos";
import { decoded, distance, photo } from "./photos";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

const { quadrants, secrets } = inject("photoContents");

const images = localImages(env.IMAGES);
const render = (name: string) => renderVariants(images, photo(name));
// The keys of a const object are those of its type.
const names = Object.keys(mediaVariants) as MediaVariant[];

describe("a photo from a phone", () => {
  test("is upright and has the expected size in all widths", async () => {
    const { variants, ...facts } = await render("camera");
    expect(facts).toMatchObject({ width: 1536, height: 2048 });
    const sizes = { thumb: [320, 427], feed: [1080, 1440], full: [1536, 2048] };
    for (const name of names) {
      const { width, height } = await decoded(variants[name]);
      expect([width, height], name).toEqual(sizes[name]);
    }
  });

  test("keeps no metadata", async () => {
    const source = Buffer.from(photo("camera"));
    const rational = Buffer.from([48, 0, 0, 0, 1, 0, 0, 0, 51, 0, 0, 0, 1, 0, 0, 0]);
    for (const secret of secrets) expect(source.includes(secret), "the fixture holds it").toBe(true);
    expect(source.includes(rational), "the fixture says where").toBe(true);
    const { variants } = await render("camera");
    for (const name of names) {
      const bytes = Buffer.from(variants[name]);
      for (const trace of [...secrets, "Exif", "EXIF", "XMP ", "x:xmpmeta", "ICCP", "GPS", rational]) {
        expect(bytes.includes(trace), `${name}: ${trace}`).toBe(false);
      }
    }
  });
});

describe("orientation", () => {
  const cases: [string, number, number][] = [
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((one): [string, number, number] => [`jpeg${one}`, 300, 200]),
    ...[2, 4, 5, 6, 7].map((one): [string, number, number] => [`png${one}`, 300, 200]),
    ...[2, 4, 5, 7, 8].map((one): [string, number, number] => [`webp${one}`, 300, 200]),
    ["large6", 1402, 2243],
    ["large5", 1402, 2243],
  ];
  test.each(cases)("%s: every quarter is in the right place in every width", async (name, width, height) => {
    const { variants, ...facts } = await render(name);
    expect(facts).toMatchObject({ width, height });
    for (const variant of names) {
      const { at } = await decoded(variants[variant]);
      // At the corners, where padding would show.
      const found = [at(0.01, 0.01), at(0.99, 0.01), at(0.99, 0.99), at(0.01, 0.99)];
      for (const [index, color] of quadrants.entries()) {
        expect(distance(found[index] ?? [0, 0, 0], color), `${variant}, quarter ${index}`).toBeLessThan(12);
      }
    }
  });
});

test("a photo for a model is upright too", async () => {
  const { bytes, ...facts } = await preparePhoto(images, photo("png7"), 150);
  expect(facts).toEqual({ contentType: "image/png", width: 150, height: 100 });
  const { at } = await decoded(bytes);
  const found = [at(0.05, 0.05), at(0.95, 0.05), at(0.95, 0.95), at(0.05, 0.95)];
  for (const [index, color] of quadrants.entries()) {
    expect(distance(found[index] ?? [0, 0, 0], color), `quarter ${index}`).toBeLessThan(12);
  }
});

describe("colour", () => {
  test("converts a wide-gamut photo to sRGB", async () => {
    const { variants, color } = await render("p3Red");
    // 234, 51, 35 are the numbers in the file.
    for (const name of names) {
      expect(distance((await decoded(variants[name])).at(0.5, 0.5), [255, 0, 0]), name).toBeLessThan(6);
    }
    expect(color).toMatch(/^#f[c-f]0[0-4]0[0-4]$/);
  });

  test.each([
    ["small", [200, 10, 10]],
    ["png", [10, 200, 10]],
    ["webp", [10, 10, 200]],
    ["gif", [0, 0, 255]],
  ] as [string, Rgb][])("%s: the dominant colour is the photo's", async (name, color) => {
    const facts = await render(name);
    const rgb =
      /^#(..)(..)(..)$/
        .exec(facts.color)
        ?.slice(1)
        .map((hex) => Number.parseInt(hex, 16)) ?? [];
    expect(distance([rgb[0] ?? 0, rgb[1] ?? 0, rgb[2] ?? 0], color)).toBeLessThan(8);
    expect(distance((await decoded(facts.variants.full)).at(0.5, 0.5), color)).toBeLessThan(8);
  });
});

describe("sizes", () => {
  test("does not enlarge a small photo", async () => {
    const { variants, width, height } = await render("png");
    expect([width, height]).toEqual([64, 48]);
    for (const name of names) expect(await decoded(variants[name])).toMatchObject({ width: 64, height: 48 });
  });

  test("keeps very tall and very wide photos within the limits of WebP", async () => {
    for (const name of ["tall", "wide"]) {
      const { variants } = await render(name);
      for (const variant of names) {
        const { width, height } = await decoded(variants[variant]);
        expect(width).toBeLessThanOrEqual(mediaVariants[variant]);
        expect(Math.max(width, height)).toBeLessThanOrEqual(12_000);
      }
    }
  });

  test("makes a WebP placeholder of a few hundred characters", async () => {
    for (const name of ["camera", "jpeg6", "tall", "wide", "png"]) {
      const { placeholder } = await render(name);
      expect(placeholder.length, name).toBeLessThanOrEqual(300);
      const image = new Uint8Array(Buffer.from(placeholder.replace("data:image/webp;base64,", ""), "base64"));
      const { width, height } = await decoded(image);
      expect(Math.max(width, height), name).toBe(16);
    }
  });
});

describe("invalid input", () => {
  test.each(["cutShort", "svg", "html", "avif", "tiff", "bomb", "gifBomb", "panorama"])(
    "refuses %s before any call of the Images binding",
    async (name) => {
      const images = { ...env.IMAGES, input: vi.fn(), info: vi.fn() };
      const work = renderVariants(images, photo(name));
      await expect(work).rejects.toMatchObject({
        code: /omb$|^panorama$/.test(name) ? "too_large" : "unsupported_media",
      });
      expect(images.input).not.toHaveBeenCalled();
      expect(images.info).not.toHaveBeenCalled();
    },
  );

  test.each([
    ["panorama", 9402],
    ["avif", 9412],
    ["tiff", 9520],
    ["svg", 9520],
  ])("Cloudflare Images refuses %s with %i", async (name, code) => {
    const input = env.IMAGES.input(new Blob([photo(name)]).stream());
    await expect(input.output({ format: "image/webp" })).rejects.toMatchObject({ code });
  });

  test("returns 415 for a file with damaged pixels", async () => {
    await expect(render("corrupt")).rejects.toMatchObject({
      code: "unsupported_media",
      message: "This image could not be read. Please try another one.",
    });
  });

  test("returns 415 with a hint for a HEIC photo that cannot be decoded", async () => {
    await expect(render("heic")).rejects.toMatchObject({
      code: "unsupported_media",
      message: "This HEIC photo could not be read. Please try it as a JPEG.",
    });
  });

  /** Returns a binding that rejects every transformation. */
  function rejecting(fault: Error): ImagesBinding {
    const transformer = {
      transform: () => transformer,
      draw: () => transformer,
      output: () => Promise.reject(fault),
    };
    return { ...env.IMAGES, input: () => transformer };
  }

  test.each([
    Object.assign(new Error("Unexpected error response 500: VipsJpeg"), { code: 9523 }),
    Object.assign(new Error("Could not resize the image: error during decoding: decode error"), {
      code: 9516,
    }),
  ])("returns 415 for a photo that the Images binding rejects as invalid: %s", async (invalid) => {
    await expect(renderVariants(rejecting(invalid), photo("small"))).rejects.toMatchObject({
      code: "unsupported_media",
      message: "This image could not be read. Please try another one.",
    });
  });

  test.each([
    Object.assign(new Error("quota"), { code: 9422 }),
    Object.assign(new Error("Could not resize the image: error during encoding: encode error"), {
      code: 9516,
    }),
    Object.assign(new Error("The service in this colo is busy"), { code: 9527 }),
    Object.assign(new Error("Network connection lost."), { retryable: true }),
  ])("does not report a failure of the service as a damaged photo: %s", async (fault) => {
    await expect(renderVariants(rejecting(fault), photo("small"))).rejects.toBe(fault);
  });
});

test("repeats a call whose connection broke in a local run only", async () => {
  const lost = Object.assign(new Error("Network connection lost."), { retryable: true });
  let calls = 0;
  const breaking = {
    ...env.IMAGES,
    input: (stream: ReadableStream<Uint8Array>) => {
      calls += 1;
      if (calls > 2) return env.IMAGES.input(stream);
      const broken = { transform: () => broken, draw: () => broken, output: () => Promise.reject(lost) };
      return broken;
    },
  };
  expect((await renderVariants(localImages(breaking), photo("small"))).width).toBe(64);
  // Elsewhere it is billed.
  calls = 0;
  await expect(renderVariants(breaking, photo("small"))).rejects.toBe(lost);
  expect(calls).toBe(1);
});

describe("the store", () => {
  const keys = async (id: string) =>
    (await env.MEDIA.list({ prefix: `photos/${id}/` })).objects.map((one) => one.key);

  test("stores three variants and returns them", async () => {
    const store = r2MediaStore(env.MEDIA, images);
    const stored = await store.putPhoto("whole", photo("small"));
    expect(await keys("whole")).toEqual(["feed", "full", "thumb"].map((one) => `photos/whole/${one}.webp`));
    const found = await store.get("whole", "full");
    expect(found).toMatchObject({ contentType: "image/webp", size: stored.size });
    expect((await new Response(found?.body).arrayBuffer()).byteLength).toBe(stored.size);
    expect(await store.get("nobody", "full")).toBeNull();
  });

  test("makes the avatar of a photo once, with a shorter side of 96 pixels, and removes it with the photo", async () => {
    const rendered = vi.fn(images.input);
    const store = r2MediaStore(env.MEDIA, { ...images, input: rendered });
    await store.putPhoto("face", photo("camera"));
    const before = rendered.mock.calls.length;
    const read = async () => {
      const found = await store.get("face", "avatar");
      return found && { ...found, body: new Uint8Array(await new Response(found.body).arrayBuffer()) };
    };
    const first = await read();
    expect(webpSize(first?.body ?? new Uint8Array())).toEqual({ width: 96, height: 128 });
    expect(first).toMatchObject({ contentType: "image/webp", size: first?.body.byteLength });
    expect(await read()).toEqual(first);
    expect(rendered.mock.calls.length).toBe(before + 1);
    await store.remove(["face"]);
    expect(await keys("face")).toEqual([]);
    expect(await read()).toBeNull();
    // A photo that is no larger is its own avatar.
    await store.putPhoto("face", photo("small"));
    expect((await store.get("face", "avatar"))?.size).toBe((await store.get("face", "thumb"))?.size);
  });

  test("keeps no avatar of a photo that is removed while it is made", async () => {
    const store = r2MediaStore(env.MEDIA, images);
    await store.putPhoto("gone", photo("camera"));
    const bucket = new Proxy(env.MEDIA, {
      get(target, key) {
        if (key !== "put") return Reflect.get(target, key).bind(target);
        return async (...args: Parameters<R2Bucket["put"]>) => {
          await store.remove(["gone"]);
          return target.put(...args);
        };
      },
    });
    expect(await r2MediaStore(bucket, images).get("gone", "avatar")).toBeNull();
    expect(await keys("gone")).toEqual([]);
  });

  test("stores nothing when one variant fails", async () => {
    let puts = 0;
    const bucket = new Proxy(env.MEDIA, {
      get(target, key) {
        if (key === "put") {
          return (...args: Parameters<R2Bucket["put"]>) => {
            puts += 1;
            return puts === 2 ? Promise.reject(new Error("R2 is unavailable")) : target.put(...args);
          };
        }
        const value: unknown = Reflect.get(target, key);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    await expect(r2MediaStore(bucket, env.IMAGES).putPhoto("half", photo("small"))).rejects.toThrow(
      "R2 is unavailable",
    );
    expect(await keys("half")).toEqual([]);
  });

  test("reads through its cache and evicts removed photos", async () => {
    const waiting: Promise<unknown>[] = [];
    const entries = await caches.open("store-test");
    const get = vi.spyOn(env.MEDIA, "get");
    const store = r2MediaStore(env.MEDIA, images, {
      entries,
      defer: (work) => waiting.push(work),
      site: null,
      purge: null,
    });
    await store.putPhoto("cached", photo("small"));
    const read = async () => {
      const found = await store.get("cached", "feed");
      const bytes = new Uint8Array(await new Response(found?.body).arrayBuffer());
      await Promise.all(waiting);
      return found && { ...found, body: Buffer.from(bytes).toString("hex") };
    };
    const first = await read();
    expect(first?.body).toContain(Buffer.from("WEBP").toString("hex"));
    const before = get.mock.calls.length;
    expect(await read()).toEqual(first);
    expect(get.mock.calls.length).toBe(before);
    await store.remove(["cached", "never-there"]);
    expect(await read()).toBeNull();
    expect(await keys("cached")).toEqual([]);
  });

  test("empties all caches of removed photos at addresses of the site, and logs a failure", async () => {
    const purged: string[][] = [];
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const purge = async (urls: readonly string[]) => {
      purged.push([...urls]);
      if (purged.length > 1) throw new Error("The purge of the cache returned 403.");
    };
    const store = r2MediaStore(env.MEDIA, images, {
      entries: await caches.open("purge-test"),
      defer: () => undefined,
      site: "https://photos.example.com",
      purge,
    });
    await store.putPhoto("purged", photo("small"));
    await store.remove(["purged", "evidence/other"]);
    const addresses = ["avatar", "thumb", "feed", "full"].map(
      (variant) => `https://photos.example.com/.cached-media/purged/${variant}`,
    );
    expect(purged.map((urls) => urls.toSorted())).toEqual([addresses.toSorted()]);
    expect(logged).not.toHaveBeenCalled();

    await store.putPhoto("again", photo("small"));
    await store.remove(["again"]);
    expect(await keys("again")).toEqual([]);
    expect(JSON.parse(String(logged.mock.calls[0]?.[0]))).toMatchObject({ event: "cache purge failed" });
    logged.mockRestore();
  });
});

test("the zone and the token of the purge are both set, or none", () => {
  const keys = { CACHE_ZONE_ID: "023e105f", CACHE_PURGE_TOKEN: "the token" };
  expect(readSettings(env).zone).toBeNull();
  expect(readSettings({ ...env, ...keys }).zone).toEqual({ zone: "023e105f", token: "the token" });
  for (const name of Object.keys(keys))
    expect(() => readSettings({ ...env, ...keys, [name]: undefined })).toThrow("CACHE_");
});
