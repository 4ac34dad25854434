import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { I18nProvider } from "@lingui/react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { Desk } from "~/features/moderation/desk";
import manifest from "../../../package.json" with { type: "json" };
import { buildName } from "../../../scripts/build-name";
import { english } from "../../factories/english";

const folder = mkdtempSync(path.join(tmpdir(), "afterglow-build-name-"));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test("a build is named by its version and commit, and without git by its version", () => {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
  const inside = path.join(folder, "sources");
  mkdirSync(inside);
  git("init", "--quiet");
  const commit = ["commit", "--quiet", "--allow-empty", "--no-verify", "--message", "first"];
  git("-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "commit.gpgSign=false", ...commit);
  const named = `Afterglow ${manifest.version}`;
  expect(buildName(folder)).toBe(`${named} · ${git("rev-parse", "HEAD").slice(0, 7)}`);
  // Sources without git, in the repository of something else.
  expect(buildName(inside)).toBe(named);
});

test("the desk shows the name of the build", () => {
  vi.stubEnv("AFTERGLOW_BUILD_NAME", "Afterglow 1.2.3 · abc1234");
  const props = { title: "Log", keys: "", children: null };
  const Page = createRoutesStub([{ path: "/", Component: () => createElement(Desk, props) }]);
  const page = renderToStaticMarkup(createElement(I18nProvider, { i18n: english }, createElement(Page)));
  expect(page).toContain(">Afterglow 1.2.3 · abc1234</footer>");
});
