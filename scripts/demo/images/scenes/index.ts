import type { Scene } from "../render/render-scene";
import { harbourNight, regatta } from "./boats";
import { skylineBlueHour } from "./city";
import { lighthouse, shoreFromAbove } from "./coast";
import { crescentRoofs, ferrisWheel, stringLights } from "./evening";
import { desertRoad, lightning, moonrise } from "./far";
import { fireworks, lanternsOnWater } from "./festival";
import { riverDelta, saltFlat } from "./flat";
import { aboveTheClouds, balloons, jellyfish, murmuration } from "./floating";
import { blossomBranch, fogForest, goldenMeadow } from "./flora";
import { dunes, loneTree, snowCabin } from "./land";
import { lightTrails, oldPier, tulipRows } from "./lines";
import { blueRidges } from "./mountains";
import { auroraLake, eclipse, milkyWay, starTrails } from "./night";
import { rainOnWindow, wetStreet } from "./rain";
import { emberSea } from "./sea";
import { campfire, teaSteam, windowLight } from "./still-life";

export const scenes = {
  regatta,
  "harbour-night": harbourNight,
  "skyline-blue-hour": skylineBlueHour,
  lighthouse,
  "shore-from-above": shoreFromAbove,
  balloons,
  murmuration,
  jellyfish,
  "above-the-clouds": aboveTheClouds,
  "ferris-wheel": ferrisWheel,
  "crescent-roofs": crescentRoofs,
  "string-lights": stringLights,
  moonrise,
  "desert-road": desertRoad,
  lightning,
  fireworks,
  "lanterns-on-water": lanternsOnWater,
  "salt-flat": saltFlat,
  "river-delta": riverDelta,
  "fog-forest": fogForest,
  "golden-meadow": goldenMeadow,
  "blossom-branch": blossomBranch,
  "lone-tree": loneTree,
  dunes,
  "snow-cabin": snowCabin,
  "old-pier": oldPier,
  "light-trails": lightTrails,
  "tulip-rows": tulipRows,
  "blue-ridges": blueRidges,
  "milky-way": milkyWay,
  "aurora-lake": auroraLake,
  "star-trails": starTrails,
  eclipse,
  "rain-on-window": rainOnWindow,
  "wet-street": wetStreet,
  "ember-sea": emberSea,
  "window-light": windowLight,
  "tea-steam": teaSteam,
  campfire,
} as const satisfies Record<string, Scene>;

export type SceneId = keyof typeof scenes;

export function isSceneId(id: string): id is SceneId {
  return Object.hasOwn(scenes, id);
}

// Object.keys loses the keys' type; these are the keys of a constant.
export const sceneIds = Object.keys(scenes) as readonly SceneId[];
