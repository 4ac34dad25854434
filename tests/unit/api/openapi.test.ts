import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { openApiDocument } from "../../../workers/api/openapi";
import { otherAddresses } from "../../permission-matrix";

const document = openApiDocument("https://afterglow.example", "Afterglow");

test("passes the rules that `redocly lint` recommends", async () => {
  // There is no licence to name.
  const config = await createConfig({ extends: ["recommended"], rules: { "info-license": "off" } });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  const found = problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
  // A public read without input refuses nobody.
  const challenges = /^#\/paths\/~1api~1auth~1(signup~1)?passkey~1options\/get\/responses$/;
  expect(
    found.filter(([rule, , at]) => rule !== "operation-4xx-response" || !challenges.test(at ?? "")),
  ).toEqual([]);
});

test("describes every file", () => {
  const described = Object.keys(document.paths).map((path) => path.replace(/\{(\w+)\}/g, ":$1"));
  // Icon and manifest of the site are files of its documents.
  const files = Object.keys(otherAddresses).filter(
    (path) => path.includes("/:") && !path.startsWith("/site/"),
  );
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((path) => !described.includes(path))).toEqual([]);
});

test("names the views, and refers to them", () => {
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(["Post", "UserSummary", "Message", "Notification", "CreatePostBody"]),
  );
  const feed = document.paths["/api/feed"]?.get;
  expect(JSON.stringify(feed)).toContain('{"type":"array","items":{"$ref":"#/components/schemas/Post"}}');
});
