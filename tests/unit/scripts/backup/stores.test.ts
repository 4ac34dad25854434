import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { backUp } from "../../../../scripts/backup/back-up";
import { restore } from "../../../../scripts/backup/restore";
import { sha256, signedHeaders } from "../../../../scripts/backup/s3-signature";
import { openStore } from "../../../../scripts/backup/store";
import { openTestSite, putPhotos, user } from "./local-backup";
import { type S3Server, startS3 } from "./s3-server";

const KEYS = { BACKUP_KEY_ID: "ada", BACKUP_KEY: "secret" };

function openFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "afterglow-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return openStore(folder);
}
const openBucket = ({ address }: S3Server) => openStore(address, KEYS);

describe.each([
  ["a folder", async () => openFolder()],
  ["a bucket", async () => openBucket(await startS3())],
])("a store in %s", (_, open) => {
  test("returns, lists and removes what was stored", async () => {
    const store = await open();
    expect(await store.get("a/missing")).toBe(null);
    for (const name of ["a/1", "a/2", "a/b/3", "c/4"]) await store.put(name, `text of ${name}`);
    await store.put("a/1", new Blob([new Uint8Array([0, 255])]));
    expect(new Uint8Array((await (await store.get("a/1"))?.arrayBuffer()) ?? [])).toEqual(
      new Uint8Array([0, 255]),
    );
    expect([...(await store.list("a/"))]).toEqual([
      ["a/1", 2],
      ["a/2", 11],
      ["a/b/3", 13],
    ]);
    await store.remove("a/2");
    await store.remove("a/missing");
    expect([...(await store.list("a/")).keys()]).toEqual(["a/1", "a/b/3"]);
  });

  test("creates a text once", async () => {
    const store = await open();
    expect([await store.create("lock", "one"), await store.create("lock", "two")]).toEqual([true, false]);
    expect(await (await store.get("lock"))?.text()).toBe("one");
  });
});

test("a site is backed up into a bucket and restored from it", async () => {
  const [site, copy, server] = [await openTestSite(), await openTestSite(false), await startS3()];
  await site.run("DB", user("ada"));
  await putPhotos(site.bucket, { "photos/a/full.webp": "one" });
  await backUp(site, openBucket(server));
  expect([...server.contents.keys()].every((name) => name.startsWith("site/"))).toBe(true);
  expect(await restore(copy, openBucket(server), { replaces: false })).toMatchObject({ restored: 1 });
  expect(await (await copy.bucket.get("photos/a/full.webp"))?.text()).toBe("one");
});

test("a bucket is asked again after a fault of its own, and a refusal is reported", async () => {
  const server = await startS3();
  server.failures.push(503, 500);
  await openBucket(server).put("a", "one");
  expect(server.contents.get("site/a")).toBe("one");
  const stranger = openStore(server.address, { ...KEYS, BACKUP_KEY_ID: "eve" });
  await expect(stranger.put("a", "two")).rejects.toThrow(
    /^PUT .*\/bucket\/site\/a returned 403: SignatureDoesNotMatch/,
  );
});

test("a bucket without keys is refused", () => {
  expect(() => openStore("https://s3.example.com/bucket", {})).toThrow("Set BACKUP_KEY_ID and BACKUP_KEY");
});

// The examples of docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html.
test.each([
  ["test.txt", { range: "bytes=0-9" }, "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"],
  ["?max-keys=2&prefix=J", {}, "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"],
])("the signature of GET /%s is the one of Amazon's example", (pathname, headers, signature) => {
  const signed = signedHeaders(
    {
      method: "GET",
      url: new URL(`https://examplebucket.s3.amazonaws.com/${pathname}`),
      headers,
      bodyHash: sha256(""),
    },
    { keyId: "AKIAIOSFODNN7EXAMPLE", key: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", region: "us-east-1" },
    new Date("2013-05-24T00:00:00Z"),
  );
  expect(signed.authorization).toMatch(new RegExp(`Signature=${signature}$`));
});
