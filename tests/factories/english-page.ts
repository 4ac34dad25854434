import { i18n } from "@lingui/core";
import { formatTag, SOURCE } from "~/contract/languages";

// A page activates its language before any code of it runs (app/entry.client.tsx).
i18n.loadAndActivate({ locale: SOURCE, locales: formatTag(SOURCE), messages: {} });
