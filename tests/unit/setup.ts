import { i18n } from "@lingui/core";
import { formatTag, SOURCE } from "~/contract/languages";

// As the page does before its code shows texts outside of components.
i18n.loadAndActivate({ locale: SOURCE, locales: formatTag(SOURCE), messages: {} });
