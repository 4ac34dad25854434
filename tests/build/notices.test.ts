import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../scripts/local-state";
import { packagesInTables } from "../package-tables";

test.each(["build/client", "build/server", "dist/afterglow_engine"])(
  "THIRD_PARTY_NOTICES.md has a notice for every package bundled into %s",
  (folder) => {
    const bundled: { name: string }[] = JSON.parse(
      readFileSync(path.join(projectRoot, folder, "third-party-licenses.json"), "utf8"),
    );
    const noticed = new Set(packagesInTables("THIRD_PARTY_NOTICES.md"));
    expect(bundled.length).toBeGreaterThan(0);
    expect(bundled.map(({ name }) => name).filter((name) => !noticed.has(name))).toEqual([]);
  },
);
