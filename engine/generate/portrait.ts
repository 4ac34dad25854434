import { gaussianBlurInPlace } from "../pixels/blur";
import { free } from "../pixels/free";
import { planesOf } from "../pixels/raster";
import { type Frame, linearColour, mixColour, scaleColour, toHex } from "./frame";
import type { Plan } from "./plan";

/** One surface under three amounts of light. */
type Tones = readonly [lit: string, base: string, shade: string];

const skins: readonly [Tones, ...Tones[]] = [
  ["#ffdcc0", "#e8b292", "#9c6458"],
  ["#f6c9a0", "#d89a70", "#8c5648"],
  ["#dba678", "#b0774e", "#6c4034"],
  ["#b0774e", "#7f4e34", "#482a28"],
  ["#8a5a40", "#5c382a", "#301c20"],
];
const hairs = {
  brown: ["#6a4030", "#2a161a"],
  black: ["#2e2230", "#100c16"],
  ginger: ["#d9743a", "#7a3018"],
  blond: ["#f0cf90", "#a87c48"],
  red: ["#b8402a", "#581c18"],
  grey: ["#c8c4cc", "#7c7888"],
} as const;
const hairNames = ["brown", "black", "ginger", "blond", "red", "grey"] as const;
const clothes = ["#b8432f", "#2f5d7c", "#d9a03c", "#4a3a6c", "#3f6a54", "#e8ddd0"] as const;

/** A hair style as two SVG paths: behind the shoulders, and over the forehead. */
interface Cut {
  behind: string;
  over: string;
}

const long: readonly [Cut, ...Cut[]] = [
  {
    behind:
      "M500 168C372 168 318 268 326 410C330 520 300 640 268 742C352 800 648 800 732 742C700 640 670 520 674 410C682 268 628 168 500 168Z",
    over: "M344 452C330 300 388 196 512 196C626 198 676 300 656 452C652 372 628 304 560 262C520 330 420 350 366 356C352 384 346 416 344 452Z",
  },
  {
    behind:
      "M500 176C384 176 330 270 332 400C332 500 316 560 330 620C380 648 620 648 670 620C684 560 668 500 668 400C670 270 616 176 500 176Z",
    over: "M342 470C326 296 396 198 500 196C606 198 674 296 658 470C656 390 640 344 616 318C540 346 460 346 384 318C360 344 344 390 342 470Z",
  },
  {
    behind:
      "M500 170C394 170 330 262 336 400C338 430 342 452 350 470H650C658 452 662 430 664 400C670 262 606 170 500 170ZM500 96C448 96 428 132 432 164C440 196 560 196 568 164C572 132 552 96 500 96Z",
    over: "M346 430C340 290 404 200 500 198C596 200 660 290 654 430C640 350 600 286 500 274C400 286 360 350 346 430Z",
  },
];
const short: readonly [Cut, ...Cut[]] = [
  {
    behind: "",
    over: "M340 430C326 262 392 168 504 166C622 168 676 262 660 430C654 384 646 352 632 328C610 318 580 296 556 268C520 300 430 320 372 322C354 350 344 388 340 430Z",
  },
  {
    behind: "",
    over: "M340 424C322 280 384 178 496 176C616 172 680 270 660 424C652 370 640 330 616 300C560 318 430 322 384 300C360 330 348 370 340 424Z",
  },
];
const beard =
  "M346 470C350 590 410 684 500 686C590 684 650 590 654 470C640 520 622 548 596 552C566 536 536 530 500 536C464 530 434 536 404 552C378 548 360 520 346 470Z";

const alike = new Map<string, keyof typeof hairs>([
  ["blonde", "blond"],
  ["golden", "blond"],
  ["white", "grey"],
  ["gray", "grey"],
  ["dark", "black"],
]);

/** A hair colour of a portrait in a prompt: "red hair", "dark-haired". */
export const hairPhrase = new RegExp(
  `\\b(${[...hairNames, ...alike.keys()].join("|")})[ -]hair(ed)?\\b`,
  "i",
);

function hairColour({ terms: { prompt }, random }: Plan): readonly [string, string] {
  const word = hairPhrase.exec(prompt)?.[1]?.toLowerCase() ?? "";
  const chance = random.pick(hairNames);
  return hairs[alike.get(word) ?? hairNames.find((name) => name === word) ?? chance];
}

/** Chooses the hair style from the prompt's words, at random when they name no gender or age. */
function hairFor({ terms: { prompt }, random }: Plan): "long" | "short" | "bearded" {
  if (/\b(woman|girl|lady|queen|princess|bride|mother|grandmother)\b/i.test(prompt)) return "long";
  if (/\b(beard\w*|wizard|viking|old man|grandfather)\b/i.test(prompt)) return "bearded";
  if (/\b(boy|child|kid)\b/i.test(prompt)) return "short";
  if (/\b(man|king|prince|father|samurai|knight)\b/i.test(prompt)) return random.pick(["short", "bearded"]);
  return random.pick(["long", "short", "long", "bearded"]);
}

const gradient = (id: string, [from, middle, to]: Tones, turn: number) =>
  `<linearGradient id="${id}" x1="${turn > 0 ? 1 : 0}" x2="${turn > 0 ? 0 : 1}" y1="0" y2=".5"><stop offset=".05" stop-color="${from}"/><stop offset=".45" stop-color="${middle}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;

/** Blurs the scene behind the portrait: Gaussian, sigma 1.4 % of the height. */
export function blurBackground(frame: Frame): void {
  const { width, height } = frame;
  const across = new Float32Array(width * height);
  for (const plane of planesOf(frame)) gaussianBlurInPlace(plane, width, height, height * 0.014, across);
  free(across);
}

/** Returns head and shoulders as SVG, lit from the side of the key light, with a rim light on the hair. */
export function portraitSvg(plan: Plan): string {
  const { random, palette, keyLight, aspect } = plan;
  const turn = keyLight.u > aspect / 2 ? 1 : -1;
  const exposure = 0.7 + 0.3 * palette.shine;
  /** Applies the scene's light to a colour: warmer where `lit` is above 0.5, darker below. */
  const seen = (hex: string, lit: number) =>
    toHex(
      mixColour(
        scaleColour(linearColour(hex), exposure * (0.85 + 0.35 * lit)),
        lit > 0.5 ? palette.keyLight : palette.near,
        lit > 0.5 ? 0.1 : 0.2,
      ),
    );
  const [skinLit, skinBase, skinShade] = random.pick(skins);
  const [hairLit, hairDark] = hairColour(plan);
  const cloth = random.pick(clothes);
  const kind = hairFor(plan);
  const style = kind === "long" ? random.pick(long) : random.pick(short);
  const iris = seen(random.pick(["#5a3a22", "#3a6a8c", "#4a7048", "#2c1c18"]), 0.6);
  const dark = seen(hairDark, 0.2);
  const shade = seen(skinShade, 0.1);
  const rim = toHex(scaleColour(mixColour(palette.keyLight, { r: 1, g: 1, b: 1 }, 0.2), 1));
  const skin = [seen(skinLit, 1), seen(skinBase, 0.55), shade] as const;
  const eye = (x: number) =>
    `<path d="M${x - 38} 448Q${x} 420 ${x + 38} 446Q${x} 470 ${x - 38} 448Z" fill="${toHex(mixColour(linearColour("#f6f0ea"), linearColour(shade), 0.25))}"/><circle cx="${x}" cy="445" r="17.500" fill="${iris}"/><circle cx="${x}" cy="445" r="8.500" fill="#120c10"/><circle cx="${x + turn * 6}" cy="439" r="4.200" fill="#fff"/><path d="M${x - 42} 449Q${x} 413 ${x + 42} 446" fill="none" stroke="${dark}" stroke-width="7" stroke-linecap="round"/><path d="M${x - 36} 424Q${x} 404 ${x + 36} 422" fill="none" stroke="${shade}" stroke-width="3" opacity=".5"/><path d="M${x - 46} 398Q${x} 372 ${x + 46} 394" fill="none" stroke="${dark}" stroke-width="11" stroke-linecap="round" opacity=".9"/>`;
  const strands = Array.from({ length: kind === "long" ? 60 : 34 }, () => {
    const from = random.between(-1, 1);
    const x = 500 + from * 150;
    const bend = 500 + from * random.between(168, 186);
    return `M${x.toFixed(1)} ${(200 + Math.abs(from) * 70 + random.between(0, 30)).toFixed(1)}Q${bend.toFixed(1)} 300 ${bend.toFixed(1)} ${random.between(340, 470).toFixed(1)}`;
  });
  const face =
    "M346 410C344 300 410 236 500 236C590 236 656 300 654 410C656 486 636 556 594 612C562 656 532 678 500 678C468 678 438 656 406 612C364 556 344 486 346 410Z";
  const neck = "M424 590V730C424 780 576 780 576 730V590Z";
  const torso =
    "M112 1010C116 880 196 796 330 768C400 752 420 740 428 716C470 772 530 772 572 716C580 740 600 752 670 768C804 796 884 880 888 1010Z";
  const defs = `<defs>${gradient("skin", skin, turn)}${gradient("hair", [seen(hairLit, 0.9), seen(hairDark, 0.5), dark], turn)}${gradient("cloth", [seen(cloth, 0.9), seen(cloth, 0.5), toHex(scaleColour(linearColour(seen(cloth, 0.2)), 0.4))], turn)}<clipPath id="face"><path d="${face}"/></clipPath><clipPath id="over"><path d="${style.over}"/></clipPath><radialGradient id="cheek"><stop stop-color="${seen("#e8553c", 0.6)}" stop-opacity=".34"/><stop offset="1" stop-color="${seen("#e8553c", 0.6)}" stop-opacity="0"/></radialGradient></defs>`;
  const mouth = `<path d="M446 588Q478 576 500 584Q522 576 554 588Q500 598 446 588Z" fill="${seen("#a8483f", 0.4)}"/><path d="M446 588Q500 600 554 588Q530 622 500 623Q470 622 446 588Z" fill="${seen("#c9665a", 0.6)}"/><path d="M442 587Q500 602 558 587" fill="none" stroke="${shade}" stroke-width="3.500" stroke-linecap="round"/>`;
  const nose = `<path d="M${500 - turn * 8} 430C${500 - turn * 20} 490 ${500 - turn * 34} 520 ${500 - turn * 30} 536Q${500 - turn * 6} 556 ${500 + turn * 24} 538" fill="none" stroke="${shade}" stroke-width="6" stroke-linecap="round" opacity=".55"/>`;
  // The shadow on the side away from the key light, over all features.
  const away = `<g clip-path="url(#face)"><path d="M${500 - turn * 40} 220C${500 - turn * 70} 400 ${500 - turn * 40} 480 ${500 - turn * 60} 700H${500 - turn * 200}V220Z" fill="${shade}" opacity=".28"/><ellipse cx="${500}" cy="700" rx="170" ry="60" fill="${shade}" opacity=".3"/></g>`;
  const seam = (path: string, width: number, opacity: number) =>
    path === ""
      ? ""
      : `<path d="${path}" fill="none" stroke="${rim}" stroke-width="${width}" opacity="${opacity}" transform="translate(${turn * 5} -4)"/>`;
  const shift = (aspect - 1) * 500;
  return `${defs}<g transform="translate(${shift.toFixed(1)} 36)">${seam(style.behind, 7, 0.9)}<path d="${style.behind}" fill="url(#hair)"/>${seam(torso, 7, 0.7)}<path d="${torso}" fill="url(#cloth)"/><path d="${neck}" fill="url(#skin)"/><path d="M424 640Q500 720 576 640V704Q500 760 424 704Z" fill="${shade}" opacity=".55"/>${seam(face, 6, 0.7)}<ellipse cx="${500 - turn * 158}" cy="462" rx="24" ry="44" fill="${shade}"/><ellipse cx="${500 + turn * 158}" cy="462" rx="24" ry="44" fill="url(#skin)"/><path d="${face}" fill="url(#skin)"/><ellipse cx="408" cy="530" rx="62" ry="46" fill="url(#cheek)"/><ellipse cx="592" cy="530" rx="62" ry="46" fill="url(#cheek)"/>${kind === "bearded" ? `<path d="${beard}" fill="url(#hair)"/>` : ""}${eye(424)}${eye(576)}${nose}${mouth}${away}${style.behind ? "" : seam(style.over, 6, 0.9)}<path d="${style.over}" fill="url(#hair)"/><path d="${strands.join("")}" clip-path="url(#over)" fill="none" stroke="${seen(hairLit, 0.8)}" stroke-width="2.200" opacity=".35"/></g>`;
}
