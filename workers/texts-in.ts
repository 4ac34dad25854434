import { SOURCE } from "~/contract/languages";
import { nameOfSite } from "~/contract/site";
import type { Ctx } from "~/domain/context";
import { textsOf } from "~/platform/texts";
import { freshSite } from "./cached-site";

/**
 * Returns the port of texts for somebody else than the caller.
 * @param files the static files of the Worker
 * @param env the bindings by which the isolate caches the settings of the site
 */
export const textsFrom =
  (files: Pick<Fetcher, "fetch">, env: Env): Ctx["textsIn"] =>
  async (language) =>
    (await textsOf(files, language ?? SOURCE, nameOfSite(await freshSite(env)))).i18n;
