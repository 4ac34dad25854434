import sharp from "sharp";
import { jpegQuality } from "./render/render-scene";

/** Nine portraits in one style: low sun from the right, calm expression. */
interface Portrait {
  /** Skin in the light, between, and in the shade. */
  readonly skin: readonly [lit: string, base: string, shade: string];
  readonly hair: string;
  readonly hairLit: string;
  readonly clothes: readonly [lit: string, shade: string];
  readonly sky: readonly [top: string, bottom: string];
  readonly sun: string;
  /** SVG paths behind the head, and over it. */
  readonly behind?: string;
  readonly over: string;
}

const crop =
  "M170 214C160 128 196 92 258 92C322 92 352 130 342 216C336 190 328 172 316 160C280 172 226 170 196 156C182 172 174 190 170 214Z";

const portraits = {
  "avatar-mira": {
    skin: ["#f6c398", "#d9946a", "#94564a"],
    hair: "#3a1c22",
    hairLit: "#8a4632",
    clothes: ["#d9573a", "#7c2a34"],
    sky: ["#5a3a6e", "#f39a5c"],
    sun: "#ffd28a",
    behind:
      "M256 84C150 84 138 190 146 262C150 318 122 350 132 398C190 420 322 420 380 398C392 350 362 318 366 262C374 190 362 84 256 84Z",
    over: `<path d="M168 236C158 130 214 96 264 98C330 100 354 150 344 240C336 204 316 172 270 152C240 182 192 186 168 236Z" fill="url(#hair)"/>`,
  },
  "avatar-tomasz": {
    skin: ["#ffd9bc", "#e3ad8c", "#9a6660"],
    hair: "#8f8a94",
    hairLit: "#e8dccf",
    clothes: ["#3f5f86", "#1d2c4c"],
    sky: ["#26386c", "#e58d78"],
    sun: "#ffc79a",
    over: `<path d="${crop}" fill="url(#hair)"/><path d="M172 236C174 326 206 366 256 368C306 366 338 326 340 236C332 276 318 288 292 282C270 276 242 276 220 282C194 288 180 276 172 236Z" fill="url(#hair)"/><path d="M228 300Q256 290 284 300Q256 312 228 300Z" fill="#8f5048"/><path d="M160 150C164 84 214 66 258 66C306 66 346 86 350 150Q256 128 160 150Z" fill="#23345a"/><path d="M156 150Q256 122 354 150L352 172Q256 146 158 172Z" fill="#1a2748"/>`,
  },
  "avatar-amara": {
    skin: ["#b8714a", "#7c4430", "#43222a"],
    hair: "#1c1018",
    hairLit: "#54302c",
    clothes: ["#f2b04a", "#b0642c"],
    sky: ["#7a2f52", "#ff9b62"],
    sun: "#ffd796",
    behind:
      "M256 40C170 34 116 96 124 172C110 226 150 268 190 270H322C362 268 402 226 388 172C396 96 342 34 256 40Z",
    over: `<path d="M166 216C160 146 200 100 256 98C312 100 352 146 346 216C330 170 300 148 256 148C212 148 182 170 166 216Z" fill="url(#hair)"/><circle cx="168" cy="296" r="15" fill="none" stroke="#ffcf70" stroke-width="5"/><circle cx="345" cy="296" r="15" fill="none" stroke="#ffe3a0" stroke-width="5"/>`,
  },
  "avatar-kenji": {
    skin: ["#fbd6ae", "#dda67c", "#95635a"],
    hair: "#17131f",
    hairLit: "#4a3a48",
    clothes: ["#e8e0d8", "#8d86a0"],
    sky: ["#2c4a6e", "#f0b08a"],
    sun: "#ffe0b0",
    over: `<path d="M164 226C150 120 196 80 262 82C330 84 362 128 346 226C342 204 336 190 328 182C322 168 314 158 304 150C292 168 272 172 252 168L262 152C240 172 212 176 190 170C178 184 170 202 164 226Z" fill="url(#hair)"/><g fill="none" stroke="#231a28" stroke-width="5.5"><circle cx="221" cy="238" r="27"/><circle cx="291" cy="238" r="27"/><path d="M248 234Q256 228 264 234M194 232L172 226M318 232L340 226"/></g>`,
  },
  "avatar-leila": {
    skin: ["#f3c6a2", "#cf9573", "#895650"],
    hair: "#9a3f5e",
    hairLit: "#f08a86",
    clothes: ["#c25a72", "#5c2648"],
    sky: ["#43406e", "#f6b98c"],
    sun: "#ffe2b4",
    behind:
      "M256 70C146 70 124 186 136 282C142 350 108 400 96 450H416C404 400 370 350 376 282C388 186 366 70 256 70Z",
    over: `<path fill-rule="evenodd" d="M256 78C160 78 138 170 146 258C152 330 190 388 256 398C322 388 360 330 366 258C374 170 352 78 256 78ZM256 128C312 128 334 174 332 238C328 304 300 344 256 348C212 344 184 304 180 238C178 174 200 128 256 128Z" fill="url(#hair)"/><path d="M152 300C190 392 300 420 372 330C372 400 330 440 262 446C200 440 158 380 152 300Z" fill="url(#hair)"/><path d="M176 352C220 408 290 414 352 366" stroke="#6a2a48" stroke-width="5" opacity=".5" fill="none"/>`,
  },
  "avatar-sunniva": {
    skin: ["#ffe0ca", "#ecb698", "#a9716c"],
    hair: "#a4452a",
    hairLit: "#f09a52",
    clothes: ["#4e8a8c", "#21405c"],
    sky: ["#1f3a5c", "#b98aa6"],
    sun: "#f6cdb4",
    behind: "M256 86C158 86 142 176 150 262L164 300H348L362 262C370 176 354 86 256 86Z",
    over: `<path d="M168 232C160 126 210 96 260 96C326 96 352 146 344 232C338 190 318 160 254 142C200 156 174 190 168 232Z" fill="url(#hair)"/><path d="M338 250C372 270 366 300 352 312C378 326 374 356 356 366C378 382 370 408 352 414L336 440L326 408C306 398 308 376 324 366C302 354 306 326 326 314C312 296 318 268 338 250Z" fill="url(#hair)"/><path d="M326 314Q340 322 352 312M324 366Q340 376 356 366M326 408Q340 418 352 414" stroke="#7c3020" stroke-width="4" fill="none"/><g fill="#c47a58" opacity=".6"><circle cx="214" cy="266" r="3"/><circle cx="226" cy="272" r="2.6"/><circle cx="204" cy="274" r="2.4"/><circle cx="288" cy="268" r="3"/><circle cx="300" cy="274" r="2.6"/><circle cx="278" cy="275" r="2.4"/></g>`,
  },
  "avatar-mateo": {
    skin: ["#e0a574", "#b0714c", "#6d3f3c"],
    hair: "#1d1218",
    hairLit: "#5c3228",
    clothes: ["#6f8a5c", "#2c4440"],
    sky: ["#8a3f4c", "#ffb45e"],
    sun: "#ffe09a",
    over: `<g fill="url(#hair)"><path d="M168 210C150 170 162 120 196 104C206 70 250 64 270 78C306 64 346 90 346 124C370 146 360 190 344 214C338 184 326 170 306 164C276 176 226 174 204 160C184 170 174 186 168 210Z"/><circle cx="184" cy="128" r="25"/><circle cx="222" cy="94" r="27"/><circle cx="274" cy="88" r="28"/><circle cx="322" cy="112" r="27"/><circle cx="346" cy="156" r="20"/><circle cx="166" cy="168" r="18"/></g><path d="M214 294C228 280 246 280 256 287C266 280 284 280 298 294C284 300 266 298 256 295C246 298 228 300 214 294Z" fill="url(#hair)"/>`,
  },
  "avatar-priya": {
    skin: ["#d89a68", "#a56a48", "#5f3836"],
    hair: "#140e18",
    hairLit: "#4a2a34",
    clothes: ["#3f8f8a", "#1f4a5c"],
    sky: ["#a8415a", "#ffc07a"],
    sun: "#ffe8b4",
    behind:
      "M256 30C214 30 196 58 204 88C158 106 144 176 152 244L170 286H342L360 244C368 176 354 106 308 88C316 58 298 30 256 30Z",
    over: `<path d="M168 230C158 138 204 98 256 98C308 98 354 138 344 230C338 186 312 158 256 128C200 158 174 186 168 230Z" fill="url(#hair)"/><circle cx="273" cy="272" r="3.6" fill="#ffe9b8"/><path d="M170 288l-5 22 5 8 5-8zM342 288l-5 22 5 8 5-8z" fill="#ffd27a"/>`,
  },
  "avatar-ines": {
    skin: ["#f2c7a0", "#cf9470", "#84534c"],
    hair: "#5a2a18",
    hairLit: "#b8643a",
    clothes: ["#e0b04a", "#8a5a2c"],
    sky: ["#3c5a7c", "#f2b48a"],
    sun: "#ffe2b0",
    over: `<path d="${crop}" fill="url(#hair)"/><g fill="none" stroke="#2a1620" stroke-width="6"><circle cx="220" cy="244" r="28"/><circle cx="292" cy="244" r="28"/><path d="M248 240Q256 234 264 240"/></g>`,
  },
} as const satisfies Record<string, Portrait>;

export type AvatarId = keyof typeof portraits;

function draw(portrait: Portrait): string {
  const { skin, hair, hairLit, clothes, sky, sun, behind, over } = portrait;
  const head =
    "M256 112C314 112 344 156 342 226C340 306 304 356 256 360C208 356 172 306 170 226C168 156 198 112 256 112Z";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><defs>
<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient>
<radialGradient id="sun"><stop stop-color="${sun}"/><stop offset=".38" stop-color="${sun}" stop-opacity=".85"/><stop offset=".42" stop-color="${sun}" stop-opacity=".32"/><stop offset="1" stop-color="${sun}" stop-opacity="0"/></radialGradient>
<linearGradient id="skin" x1=".02" y1=".6" x2="1" y2=".35"><stop stop-color="${skin[2]}"/><stop offset=".5" stop-color="${skin[1]}"/><stop offset="1" stop-color="${skin[0]}"/></linearGradient>
<radialGradient id="cheek"><stop stop-color="#f0603c" stop-opacity=".42"/><stop offset="1" stop-color="#f0603c" stop-opacity="0"/></radialGradient>
<linearGradient id="neck" x2="0" y2="1"><stop stop-color="${skin[2]}"/><stop offset="1" stop-color="${skin[1]}"/></linearGradient>
<linearGradient id="hair" gradientUnits="userSpaceOnUse" x1="130" y1="260" x2="392" y2="170"><stop stop-color="${hair}"/><stop offset=".62" stop-color="${hair}"/><stop offset="1" stop-color="${hairLit}"/></linearGradient>
<linearGradient id="clothes" x1="0" y1=".8" x2="1" y2=".2"><stop stop-color="${clothes[1]}"/><stop offset="1" stop-color="${clothes[0]}"/></linearGradient></defs>
<rect width="512" height="512" fill="url(#sky)"/><circle cx="380" cy="176" r="230" fill="url(#sun)"/>
<g transform="translate(256 250) scale(1.16) translate(-256 -236)">
${behind ? `<path d="${behind}" fill="url(#hair)"/>` : ""}
<path d="M212 320H300V420H212Z" fill="url(#neck)"/><path d="M52 540C60 440 120 410 204 394C226 424 286 424 308 394C392 410 452 440 460 540Z" fill="url(#clothes)"/>
<path d="M204 394C226 424 286 424 308 394L300 382C280 402 232 402 212 382Z" fill="${skin[1]}"/>
<ellipse cx="170" cy="248" rx="14" ry="24" fill="${skin[2]}"/><ellipse cx="342" cy="248" rx="14" ry="24" fill="${skin[0]}"/>
<path d="${head}" fill="url(#skin)"/>
<g fill="none" stroke-linecap="round"><path d="M200 240Q220 254 240 240M272 240Q292 254 312 240" stroke="#2a1620" stroke-width="6"/><path d="M198 214Q218 202 240 212M272 212Q294 202 314 214" stroke="${hair}" stroke-width="7" opacity=".85"/><path d="M258 236Q268 262 260 278Q252 284 244 279" stroke="${skin[2]}" stroke-width="5" opacity=".7"/><path d="M226 308Q256 330 286 308" stroke="#7c3436" stroke-width="7"/></g>
<ellipse cx="306" cy="276" rx="23" ry="15" fill="url(#cheek)"/><ellipse cx="206" cy="276" rx="23" ry="15" fill="url(#cheek)"/>
${over}<path d="M341 196C346 268 318 338 268 358C300 336 322 290 326 230Z" fill="${sun}" opacity=".3"/></g></svg>`;
}

export function renderAvatar(id: AvatarId): Promise<Buffer> {
  return sharp(Buffer.from(draw(portraits[id])))
    .jpeg({ quality: jpegQuality })
    .toBuffer();
}

export function isAvatarId(id: string): id is AvatarId {
  return Object.hasOwn(portraits, id);
}

// Object.keys loses the keys' type; these are the keys of a constant.
export const avatarIds = Object.keys(portraits) as readonly AvatarId[];
