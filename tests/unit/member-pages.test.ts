import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "~/routes";
import { pages } from "../permission-matrix";

/** Addresses without the bars: files, and the steps of a log-in and a sign-up. */
const WITHOUT_BARS = [
  "/login/code",
  "/profile-setup",
  "/settings/export",
  "/moderation/reports/:id/photo",
  "/moderation/dashboard/counters.csv",
];

const pathsOf = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, children = [] }) => [...(path ? [`/${path}`] : []), ...pathsOf(children)]);

const inLayout = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap(({ children = [] }) => pathsOf(children));

test("every page for members alone has the bars, from which the paths of docs/product.md start", () => {
  const forMembers = Object.entries(pages)
    .filter(([, { nobody }]) => nobody === "/login")
    .map(([path]) => path)
    .filter((path) => !WITHOUT_BARS.includes(path));
  expect(forMembers.filter((path) => !inLayout(routes).includes(path))).toEqual([]);
});
