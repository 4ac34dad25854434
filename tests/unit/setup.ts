import { i18n } from "@lingui/core";
import { afterAll, vi } from "vitest";
import { formatTag, SOURCE } from "~/contract/languages";

// As the page does before its code shows texts outside of components.
i18n.loadAndActivate({ locale: SOURCE, locales: formatTag(SOURCE), messages: {} });

// The files of a worker share its process. Each has its own modules and mocks, and leaves no global behind.
vi.resetModules();
// Vitest's own global, which has no type.
(Reflect.get(globalThis, "__vitest_mocker__") as { reset: () => void }).reset();
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
