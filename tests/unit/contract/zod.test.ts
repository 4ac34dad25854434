import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { projectRoot } from "../../../scripts/local-state";

const filesOf = (folder: string) =>
  readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.posix.join(folder, name.split(path.sep).join("/")));

test("the schemas are created without `new Function`, which the content security policy blocks", async () => {
  const compile = vi.fn();
  vi.stubGlobal("Function", new Proxy(Function, { construct: compile.mockReturnValue({}) }));
  const { signupForm } = await import("~/contract/accounts");
  expect(signupForm.safeParse({}).success).toBe(false);
  vi.unstubAllGlobals();
  expect(compile).not.toHaveBeenCalled();
});

test("modules of the app import zod's values from app/contract/zod.ts only", () => {
  const importers = ["app", "workers"]
    .flatMap(filesOf)
    .filter((file) =>
      /^import (?!type )[^;]* from "zod/m.test(readFileSync(path.join(projectRoot, file), "utf8")),
    );
  expect(importers).toEqual(["app/contract/zod.ts"]);
});
