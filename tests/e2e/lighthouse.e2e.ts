import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "@playwright/test";
import lighthouse, { type Result } from "lighthouse";
import { freePort } from "../../scripts/server-process";
import { expect, test } from "./test";

/** The pages of each reader. Other engines check every page (`expectAccessible`). */
const pages = {
  visitor: ["/", "/login", "/signup", "/about"],
  member: ["/feed", "/chat", "/search", "/profile", "/notifications", "/settings", "/post", "/ai"],
};

for (const [reader, paths] of Object.entries(pages))
  test(`Lighthouse finds no fault on the pages of a ${reader} @all @desktop`, async ({
    baseURL,
    launchOptions,
    signIn,
  }) => {
    const profile = mkdtempSync(path.join(tmpdir(), "afterglow-lighthouse-"));
    const port = await freePort();
    const args = [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`];
    const context = await chromium.launchPersistentContext(profile, { ...launchOptions, args });
    try {
      if (reader === "member") {
        const { request } = await signIn();
        await context.addCookies((await request.storageState()).cookies);
      }
      for (const at of paths) {
        const report = await lighthouse(`${baseURL}${at}`, {
          port,
          onlyCategories: ["accessibility", "best-practices"],
          // It would delete the session.
          disableStorageReset: true,
          // Not "provided", with which it waits five seconds longer for a quiet page. These audits do not measure.
          throttlingMethod: "simulate",
          logLevel: "error",
        });
        expect(report && faultsOf(report.lhr), at).toEqual([]);
        expect(report?.lhr.finalDisplayedUrl, at).toBe(`${baseURL}${at}`);
      }
    } finally {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    }
  });

/** Returns the audits that count for a category and did not pass, with the elements that they name. */
function faultsOf({ categories, audits }: Result): string[] {
  const counted = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
  );
  return counted.flatMap((id) => {
    const { score = null, scoreDisplayMode, title, details, errorMessage } = audits[id] ?? {};
    const failed = (score !== null && score < 1) || scoreDisplayMode === "error";
    return failed ? [`${title}: ${errorMessage ?? JSON.stringify(details).slice(0, 600)}`] : [];
  });
}
