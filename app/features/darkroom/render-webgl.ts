import { balanceOf, fractions } from "./adjust-pixels";
import type { Edits } from "./edits";
import { sourceMap } from "./geometry";
import { createGrainLayer } from "./grain";
import { createPen, releaseCanvas } from "./pen";
import { type Drawing, needsDetails, type Renderer } from "./renderer";
import { fragmentShader, vertexShader } from "./shaders";
import type { Pixels, Source } from "./source";
import { toneTable } from "./tones";

/** The texture units of the layers. */
const PHOTO = 0;
const TONES = 1;
const DETAILS = 2;
const GRAIN = 3;

const sliders = ["saturation", "vibrance", "clarity", "sharpness", "fade", "vignette", "grain"] as const;

/** Returns a WebGL2 renderer; null without hardware acceleration, or for a photo larger than its textures. */
export function createWebglRenderer(source: Source): Renderer | null {
  const canvas = document.createElement("canvas");
  const gl = canvas.getContext("webgl2", {
    premultipliedAlpha: false,
    antialias: false,
    // WebGL that the processor emulates is slower than the canvas.
    failIfMajorPerformanceCaveat: true,
  });
  if (!gl || isEmulated(gl)) return null;
  const { photo, natural } = source;
  const program = linkProgram(gl);
  if (!program || Math.max(photo.width, photo.height) > gl.getParameter(gl.MAX_TEXTURE_SIZE)) return null;
  // biome-ignore lint/correctness/useHookAtTopLevel: a method of WebGL.
  gl.useProgram(program);
  bindTexture(gl, PHOTO, gl.LINEAR_MIPMAP_LINEAR);
  putPhoto(gl, photo);
  gl.generateMipmap(gl.TEXTURE_2D);
  if (gl.getError() !== gl.NO_ERROR) return null;
  bindTexture(gl, TONES, gl.NEAREST);
  bindTexture(gl, GRAIN, gl.NEAREST);
  let hasDetails = false;
  const uniforms = namedUniforms(gl, program);
  const grain = createGrainTexture(gl, source);
  return {
    kind: "webgl",
    canvas,
    draw: (edits, drawing) => {
      const { size, part } = drawing;
      if (canvas.width !== size.width || canvas.height !== size.height) {
        canvas.width = size.width;
        canvas.height = size.height;
      }
      gl.viewport(0, 0, size.width, size.height);
      if (!hasDetails && needsDetails(edits)) hasDetails = putDetails(gl, source);
      gl.activeTexture(gl.TEXTURE0 + TONES);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32F, 256, 1, 0, gl.RED, gl.FLOAT, toneTable(edits.adjustments));
      const hasGrain = grain.put(edits, drawing);
      const amount = fractions(edits.adjustments);
      gl.uniformMatrix3fv(uniforms.source, false, sourceMap(natural, edits));
      gl.uniform4f(uniforms.part, part.x, part.y, part.width, part.height);
      gl.uniform3fv(uniforms.balance, balanceOf(amount));
      for (const name of sliders) gl.uniform1f(uniforms[name], amount[name]);
      if (!hasGrain) gl.uniform1f(uniforms.grain, 0);
      gl.uniform1i(uniforms.showsClipping, drawing.showsClipping ? 1 : 0);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    },
    isLost: () => gl.isContextLost(),
    dispose: () => {
      grain.dispose();
      // A browser keeps a limited number of contexts, and collects unused ones late.
      gl.getExtension("WEBGL_lose_context")?.loseContext();
    },
  };
}

/** Creates a texture in a unit, which becomes the active one. */
function bindTexture(gl: WebGL2RenderingContext, unit: number, filter: number): void {
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter === gl.NEAREST ? gl.NEAREST : gl.LINEAR);
}

/** Stores a canvas in the texture of the active unit. */
function putImage(gl: WebGL2RenderingContext, image: HTMLCanvasElement): void {
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image);
}

/** Stores a photo in the active unit's texture, via a canvas: a bitmap's colours would arrive premultiplied. */
function putPhoto(gl: WebGL2RenderingContext, photo: Pixels): void {
  const pen = createPen(photo);
  if (!pen) return;
  pen.drawImage(photo, 0, 0);
  putImage(gl, pen.canvas);
  releaseCanvas(pen.canvas);
}

function putDetails(gl: WebGL2RenderingContext, { details }: Source): boolean {
  const layer = details();
  if (!layer) return false;
  bindTexture(gl, DETAILS, gl.LINEAR_MIPMAP_LINEAR);
  putImage(gl, layer);
  gl.generateMipmap(gl.TEXTURE_2D);
  return true;
}

/** Keeps the grain of a drawing in its texture. */
function createGrainTexture(gl: WebGL2RenderingContext, source: Source) {
  const grain = createGrainLayer(source);
  let stored: HTMLCanvasElement | null = null;
  return {
    /** Stores the grain of a drawing. Returns whether there is any. */
    put: (edits: Edits, drawing: Drawing): boolean => {
      const layer = grain.draw(edits, drawing);
      if (layer && layer !== stored) {
        gl.activeTexture(gl.TEXTURE0 + GRAIN);
        putImage(gl, layer);
        stored = layer;
      }
      return layer !== null;
    },
    dispose: grain.dispose,
  };
}

/** Returns the places of the uniforms, after it has set those of the textures. */
function namedUniforms(gl: WebGL2RenderingContext, program: WebGLProgram) {
  const place = (name: string) => gl.getUniformLocation(program, name);
  gl.uniform1i(place("photo"), PHOTO);
  gl.uniform1i(place("tones"), TONES);
  gl.uniform1i(place("details"), DETAILS);
  gl.uniform1i(place("grainLayer"), GRAIN);
  const [source, part, balance, showsClipping] = [
    place("source"),
    place("part"),
    place("balance"),
    place("showsClipping"),
  ];
  // `Object.fromEntries` loses the names.
  const amounts = Object.fromEntries(sliders.map((name) => [name, place(name)])) as Record<
    (typeof sliders)[number],
    WebGLUniformLocation | null
  >;
  return { source, part, balance, showsClipping, ...amounts };
}

/** Returns whether the processor emulates WebGL. Chromium says so only by the driver's name. */
function isEmulated(gl: WebGL2RenderingContext): boolean {
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const driver: unknown = info && gl.getParameter(info.UNMASKED_RENDERER_WEBGL);
  return /swiftshader|llvmpipe|softpipe|basic render/i.test(String(driver));
}

function linkProgram(gl: WebGL2RenderingContext): WebGLProgram | null {
  const program = gl.createProgram();
  const shaders = [
    [gl.VERTEX_SHADER, vertexShader],
    [gl.FRAGMENT_SHADER, fragmentShader],
  ] as const;
  for (const [type, text] of shaders) {
    const shader = gl.createShader(type);
    if (!shader) return null;
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  return gl.getProgramParameter(program, gl.LINK_STATUS) ? program : null;
}
