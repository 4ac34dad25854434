import { SOURCE } from "~/contract/languages";
import type { Ctx } from "~/domain/context";
import { textsOf } from "~/platform/texts";

/** Returns the port of texts for somebody else than the caller. @param files the static files of the Worker */
export const textsFrom =
  (files: Pick<Fetcher, "fetch">): Ctx["textsIn"] =>
  async (language) =>
    (await textsOf(files, language ?? SOURCE)).i18n;
