import { describe, expect, test } from "vitest";
import { sample } from "../fixtures/sample";
import { caption } from "./caption";

describe("what the engine says of a picture", () => {
  test("is its shape, its light and its colours, and no thing it cannot see", () => {
    expect(caption(sample())).toMatch(/^A wide, .+ picture, mostly .*blue.*\.$/);
    expect(caption(sample(100, 200))).toMatch(/^A tall, /);
  });
});
