import { describe, expect, test } from "vitest";
import { sampleRaster } from "../fixtures/sample-raster";
import { caption } from "./caption";

describe("the caption", () => {
  test("names shape, brightness and colours", () => {
    expect(caption(sampleRaster())).toMatch(/^A wide, .+ image, mostly .*blue.*\.$/);
    expect(caption(sampleRaster(100, 200))).toMatch(/^A tall, /);
  });
});
