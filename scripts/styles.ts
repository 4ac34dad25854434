import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp, { type OutputInfo } from "sharp";
import { artStyles } from "../app/contract/art-styles";
import { readImage } from "./demo/images";
import { openLocalBindings, startLocalServer } from "./local-server";
import { projectRoot } from "./local-state";

/**
 * `npm run styles` renders the style tiles of the AI page: one photo, painted by the embedded engine in each style. The
 * files are committed; run it after a build when the engine's styles have changed.
 */
const folder = path.join(projectRoot, "public/styles");
mkdirSync(folder, { recursive: true });
const state = mkdtempSync(path.join(tmpdir(), "afterglow-styles-"));
const local = await openLocalBindings(state);
await local.close();
const server = await startLocalServer({ port: 0, state, vars: { AFTERGLOW_RATE_LIMITS: "off" } });

let cookie = "";
async function call(address: string, body?: object): Promise<Response> {
  const reply = await fetch(new URL(address, server.url), {
    method: body ? "POST" : "GET",
    headers: { Cookie: cookie, Origin: new URL(server.url).origin, "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${address} returned ${reply.status}: ${await reply.text()}`);
  return reply;
}

const joined = await call("/api/auth/signup", {
  email: "styles@example.com",
  fullName: "Style Maker",
  password: "only for this run",
});
cookie = joined.headers
  .getSetCookie()
  .map((one) => one.split(";")[0])
  .join("; ");

const photo = await sharp(await readImage("lighthouse"))
  .resize(960, 720, { fit: "cover", position: "attention" })
  .jpeg({ quality: 92 })
  .toBuffer();
const image = `data:image/jpeg;base64,${photo.toString("base64")}`;
for (const { id } of artStyles) {
  const { imageUrl } = (await (await call("/api/ai/style", { image, style: id })).json()) as {
    imageUrl: string;
  };
  const painted = Buffer.from(await (await call(imageUrl)).arrayBuffer());
  // Nearest neighbour keeps the hard edges of pixel art.
  const kernel = id === "pixel-art" ? "nearest" : "lanczos3";
  const { size } = await write(id, painted, kernel);
  console.log(`${id}: ${size} bytes`);
}
await server.close();
rmSync(state, { recursive: true, force: true });

/** Writes a tile of at most 20 KB, because the page loads eight; lowers the quality until it fits. */
async function write(id: string, painted: Buffer, kernel: "nearest" | "lanczos3"): Promise<OutputInfo> {
  const file = path.join(folder, `${id}.webp`);
  for (const quality of [80, 68, 56, 44, 32]) {
    const info = await sharp(painted)
      .resize(320, 240, { fit: "cover", kernel })
      .webp({ quality })
      .toFile(file);
    if (info.size <= 20 * 1024) return info;
  }
  throw new Error(`${id} is larger than 20 KB at the lowest quality.`);
}
