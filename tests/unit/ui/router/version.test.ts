import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../../../scripts/local-state";

/** The versions whose undocumented parts the places below were compared with. */
const checked = { "react-router": "8.5", "@react-router/dev": "8.4" };

const FOLDER = "app/ui/router";
/** Places outside of the folder, for the server and the texts. */
const others = [
  // The header and the status of a redirect in a reply with data.
  "app/page-context.ts",
  "workers/pages.ts",
  // The address of a page's data, and its parameter with the routes.
  "workers/page-paths.ts",
  "workers/first-reads.ts",
  // The names of the routes' modules in a build.
  "scripts/texts/plugin.ts",
];
const places = [...readdirSync(path.join(projectRoot, FOLDER)).map((name) => `${FOLDER}/${name}`), ...others];

const textOf = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");

test.each(Object.entries(checked))(
  "the undocumented parts of %s were compared with version %s",
  (name, minor) => {
    const { version }: { version: string } = JSON.parse(textOf(`node_modules/${name}/package.json`));
    expect(
      version.split(".").slice(0, 2).join("."),
      `${name} ${version} is installed. Compare what these ${places.length} files rely on with it, run ` +
        `\`npm test -- --all\`, then change \`checked\` in this test: ${places.join(", ")}.`,
    ).toBe(minor);
  },
);

test("undocumented parts of React Router are named in these places only", () => {
  const sources = ["app", "engine", "scripts", "workers"].flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name.split(path.sep).join("/")}`)
      .filter((name) => /\.tsx?$/.test(name)),
  );
  const parts =
    /UNSAFE_\w|history\.state\b|startViewTransition|__react-?[rR]outer|react-router\/dist|X-Remix-|"_routes"/;
  const naming = [...sources, "vite.config.ts", "react-router.config.ts"].filter((file) =>
    parts.test(textOf(file)),
  );
  expect(naming.filter((file) => !places.includes(file))).toEqual([]);
});
