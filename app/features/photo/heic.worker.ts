import libheif from "libheif-js/libheif-wasm/libheif.js";
import wasmUrl from "libheif-js/libheif-wasm/libheif.wasm?url";
import { type Fit, fittingPixels } from "./scale-pixels";
import { type Colours, type Pixels, writePng } from "./write-png";

/** A file, and the size of its PNG; that of the photo without one. */
export interface HeicJob {
  file: Blob;
  fit?: Fit;
}

/** The reply to a file: a PNG, or the code of what failed. */
export type HeicReply = { png: Blob } | { failed: "decoder" | "photo" };

/** The parts of libheif that are used; the package describes all, without the pointers of its objects. */
interface Handle {
  $$: { ptr: number };
}
interface Failure {
  code: unknown;
}
interface Decoded {
  image: Handle;
  channels: { data: Uint8Array; width: number; height: number; stride: number }[];
}
interface Heif {
  HEAPU8: Uint8Array;
  HEAP32: Int32Array;
  heif_error_code: { heif_error_Ok: unknown };
  heif_colorspace: { heif_colorspace_RGB: unknown };
  heif_chroma: { heif_chroma_interleaved_RGB: unknown; heif_chroma_interleaved_RGBA: unknown };
  heif_context_alloc: () => Handle | null;
  heif_context_free: (context: Handle) => void;
  heif_context_read_from_memory: (context: Handle, bytes: Uint8Array) => Failure;
  heif_js_context_get_primary_image_handle: (context: Handle) => Handle | Failure;
  heif_image_handle_has_alpha_channel: (handle: Handle) => number;
  heif_image_handle_release: (handle: Handle) => void;
  heif_image_release: (image: Handle) => void;
  heif_js_decode_image2: (handle: Handle, space: unknown, chroma: unknown) => Decoded | Failure;
  _heif_image_handle_get_color_profile_type: (handle: number) => number;
  _heif_image_handle_get_raw_color_profile_size: (handle: number) => number;
  _heif_image_handle_get_raw_color_profile: (error: number, handle: number, target: number) => void;
  _heif_image_handle_get_nclx_color_profile: (error: number, handle: number, target: number) => void;
  _heif_nclx_color_profile_free: (profile: number) => void;
  _malloc: (bytes: number) => number;
  _free: (at: number) => void;
}

/** The types of a `colr` box that are ICC profiles; the other one has code points. */
const ICC_TYPES = ["prof", "rICC"];
/** BT.709, whose colours are those of sRGB, and "unspecified" (ITU-T H.273, 8.1). */
const SRGB_PRIMARIES = [1, 2];
/** Bytes of `heif_error`, and the offsets in `heif_color_profile_nclx`. */
const ERROR_BYTES = 12;
const PRIMARIES_AT = 4;
const TRANSFER_AT = 8;

let loading: Promise<Heif> | undefined;

/** The program is a separate file, so that a member can replace it by another build, as its licence demands. */
async function load(): Promise<Heif> {
  const reply = await fetch(wasmUrl);
  if (!reply.ok) throw new Error(`${wasmUrl}: ${reply.status}`);
  const wasmBinary = await reply.arrayBuffer();
  // The package's types name neither the option nor the pointers.
  return libheif({ wasmBinary }) as unknown as Heif;
}

/** Returns the primary image of a HEIC file, upright, as a PNG. @throws when it is damaged or needs too much memory */
function decode(heif: Heif, bytes: Uint8Array, fit?: Fit): Blob {
  const context = heif.heif_context_alloc();
  if (!context) throw new Error("no context");
  try {
    const { code } = heif.heif_context_read_from_memory(context, bytes);
    if (code !== heif.heif_error_code.heif_error_Ok) throw new Error("no HEIC file");
    const handle = heif.heif_js_context_get_primary_image_handle(context);
    if (!("$$" in handle)) throw new Error("no primary image");
    try {
      return pngOf(heif, handle, fit);
    } finally {
      heif.heif_image_handle_release(handle);
    }
  } finally {
    heif.heif_context_free(context);
  }
}

function pngOf(heif: Heif, handle: Handle, fit?: Fit): Blob {
  const hasAlpha = heif.heif_image_handle_has_alpha_channel(handle) !== 0;
  const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } = heif.heif_chroma;
  const space = heif.heif_colorspace.heif_colorspace_RGB;
  const decoded = heif.heif_js_decode_image2(handle, space, hasAlpha ? rgba : rgb);
  if (!("channels" in decoded)) throw new Error("damaged pixels");
  try {
    const [plane] = decoded.channels;
    if (!plane) throw new Error("no pixels");
    const pixels: Pixels = { ...plane, channels: hasAlpha ? 4 : 3 };
    return writePng(fit ? fittingPixels(pixels, fit) : pixels, coloursOf(heif, handle.$$.ptr));
  } finally {
    heif.heif_image_release(decoded.image);
  }
}

function coloursOf(heif: Heif, handle: number): Colours {
  const type = heif._heif_image_handle_get_color_profile_type(handle);
  const name = String.fromCharCode(...[24, 16, 8, 0].map((bits) => (type >>> bits) & 0xff));
  const error = heif._malloc(ERROR_BYTES);
  try {
    if (ICC_TYPES.includes(name)) return { icc: iccOf(heif, handle, error) };
    return name === "nclx" ? codePointsOf(heif, handle, error) : null;
  } finally {
    heif._free(error);
  }
}

function iccOf(heif: Heif, handle: number, error: number): Uint8Array {
  const size = heif._heif_image_handle_get_raw_color_profile_size(handle);
  const at = heif._malloc(size);
  heif._heif_image_handle_get_raw_color_profile(error, handle, at);
  // The memory may have moved: it is read after the call.
  const icc = heif.HEAPU8.slice(at, at + size);
  heif._free(at);
  return icc;
}

function codePointsOf(heif: Heif, handle: number, error: number): Colours {
  const pointer = heif._malloc(4);
  heif._heif_image_handle_get_nclx_color_profile(error, handle, pointer);
  const profile = heif.HEAP32[error / 4] === 0 ? (heif.HEAP32[pointer / 4] ?? 0) : 0;
  heif._free(pointer);
  if (profile === 0) return null;
  const primaries = heif.HEAP32[(profile + PRIMARIES_AT) / 4] ?? 2;
  const transfer = heif.HEAP32[(profile + TRANSFER_AT) / 4] ?? 2;
  heif._heif_nclx_color_profile_free(profile);
  return SRGB_PRIMARIES.includes(primaries) ? null : { primaries, transfer };
}

async function answer({ file, fit }: HeicJob): Promise<HeicReply> {
  let heif: Heif;
  try {
    loading ??= load();
    heif = await loading;
  } catch {
    loading = undefined;
    return { failed: "decoder" };
  }
  try {
    return { png: decode(heif, new Uint8Array(await file.arrayBuffer()), fit) };
  } catch {
    return { failed: "photo" };
  }
}

// The page sends one file at a time.
self.onmessage = async ({ data }: MessageEvent<HeicJob>) => self.postMessage(await answer(data));
