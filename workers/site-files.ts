import { msg } from "@lingui/core/runtime-macro";
import { Hono } from "hono";
import { AppError } from "~/contract/errors";
import { nameOfSite, type Site } from "~/contract/site";
import { iconPath } from "~/contract/site-icon";
import { freshSite } from "./cached-site";
import type { AppEnv } from "./context";
import { storedReply } from "./stored-reply";

/** The site's icon and web app manifest, for everybody. Needs no database while the isolate has cached the settings. */
export const siteFiles = new Hono<AppEnv>();

siteFiles.get("/site/icon/:id{[0-9a-f-]{36}}/:file{\\w+\\.png}", async (c) => {
  const { id, file } = c.req.param();
  const icon = await c.get("edge").ctx.media.getIcon(id, file.replace(".png", ""));
  if (!icon) throw new AppError("not_found", msg`There is no such icon.`);
  const headers = new Headers({
    "Content-Type": icon.contentType,
    // A new icon has another address.
    "Cache-Control": "public, max-age=31536000, immutable",
  });
  return storedReply(c, icon, headers);
});

/** The static manifest of a language (scripts/texts/manifest.ts) with the name and icon of the site. */
siteFiles.get("/site/:file{manifest(?:\\.[\\w-]+)?\\.webmanifest}", async (c) => {
  const reply = await c.env.ASSETS.fetch(`https://files/${c.req.param("file")}`);
  if (!reply.ok) throw new AppError("not_found", msg`There is no such page.`);
  const manifest = manifestOf(await freshSite(c.env), await reply.json<object>());
  return c.body(JSON.stringify(manifest), 200, {
    "Content-Type": "application/manifest+json",
    "Cache-Control": "public, max-age=60",
  });
});

function manifestOf(site: Site, manifest: object): object {
  const name = nameOfSite(site);
  const image = (file: string, side: number) => ({
    src: iconPath(site.icon, file),
    type: "image/png",
    sizes: `${side}x${side}`,
  });
  const icons = [image("192", 192), image("512", 512), { ...image("maskable", 512), purpose: "maskable" }];
  return { ...manifest, name, short_name: name, ...(site.icon && { icons }) };
}
