import { expect, test } from "vitest";
import { type Camera, camera } from "~/contract/camera";
import { cameraText } from "~/contract/camera-text";

test.each<[Camera, string]>([
  [
    {
      make: "FUJIFILM",
      model: "X-T5",
      lens: "XF35mmF1.4 R",
      focalLength: 35,
      aperture: 2,
      exposureTime: 1 / 250,
      iso: 400,
    },
    "FUJIFILM X-T5 · XF35mmF1.4 R · 35 mm · f/2 · 1/250 s · ISO 400",
  ],
  [{ make: "NIKON CORPORATION", model: "NIKON Z 6" }, "NIKON Z 6"],
  [{ make: "Canon" }, "Canon"],
  [{ model: "X100" }, "X100"],
  [{ focalLength: 6.764999, aperture: 1.779999 }, "6.8 mm · f/1.8"],
  [{ exposureTime: 0.00001 }, "1/100000 s"],
  [{ exposureTime: 0.29 }, "1/3 s"],
  [{ exposureTime: 0.3 }, "0.3 s"],
  [{ exposureTime: 1 }, "1 s"],
  [{ exposureTime: 86_400, iso: 10_000_000 }, "86400 s · ISO 10000000"],
])("writes %o as %s", (facts, text) => {
  expect(camera.parse(facts)).toEqual(facts);
  expect(cameraText(facts).replaceAll("\u00a0", " ")).toBe(text);
});

test("keeps a number and its unit on one line", () => {
  expect(cameraText({ make: "Carl Zeiss", focalLength: 35, exposureTime: 2, iso: 100 })).toBe(
    "Carl Zeiss · 35\u00a0mm · 2\u00a0s · ISO\u00a0100",
  );
});

test("keeps the listed facts alone, and cleans names", () => {
  const hostile = { model: " X\u0000100\u202e\n2 ", serial: "SN-1", latitude: 48.8, date: "2026-11-21" };
  expect(camera.parse(hostile)).toEqual({ model: "X100 2" });
});
