import type { Size } from "~/ui/crop";
import { fractions, GRAIN_CELLS } from "./adjust-pixels";
import { type Adjustments, noAdjustments, sourceMatrix } from "./edits";
import type { Renderer } from "./renderer";

const vertexShader = `#version 300 es
uniform mat3 source;
out vec2 at;
out vec2 from;
void main() {
  // One triangle that covers the canvas.
  at = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);
  from = (source * vec3(at, 1.0)).xy;
  gl_Position = vec4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0.0, 1.0);
}`;

/** Computes the same as \`adjustPixels\`. */
const fragmentShader = `#version 300 es
precision highp float;
precision highp int;
uniform sampler2D photo;
uniform vec2 cells;
uniform float light, contrast, warmth, saturation, fade, vignette, grain;
in vec2 at;
in vec2 from;
out vec4 color;
float noiseAt(uvec2 cell) {
  uint hash = cell.x * 0x9e3779b1u ^ cell.y * 0x85ebca77u;
  hash = (hash ^ (hash >> 15)) * 0x2c1b3c6du;
  hash = (hash ^ (hash >> 12)) * 0x297a2d39u;
  return float((hash ^ (hash >> 15)) >> 8) / float(0xffffff);
}
void main() {
  vec4 texel = texture(photo, from);
  vec3 lit = pow(texel.rgb, vec3(exp2(-light)));
  vec3 curve = lit * lit * (3.0 - 2.0 * lit);
  vec3 toned = contrast >= 0.0 ? mix(lit, curve, contrast) : mix(lit, vec3(0.5), -contrast * 0.6);
  toned *= vec3(1.0 + 0.18 * warmth, 1.0, 1.0 - 0.18 * warmth);
  float luma = dot(toned, vec3(0.2126, 0.7152, 0.0722));
  vec3 result = mix(vec3(luma), toned, 1.0 + saturation);
  result = result * (1.0 - 0.3 * fade) + 0.14 * fade;
  result *= 1.0 - 0.8 * vignette * smoothstep(0.3, 1.0, length(at - 0.5) * sqrt(2.0));
  if (grain > 0.0) result += 0.3 * grain * (noiseAt(uvec2(at * cells)) - 0.5) * (1.0 - abs(luma - 0.5));
  color = vec4(clamp(result, 0.0, 1.0), texel.a);
}`;

/** Returns a renderer that uses WebGL2; null where no graphics processor runs it, or for a photo larger than its textures. */
export function createWebglRenderer(image: HTMLImageElement): Renderer | null {
  const canvas = document.createElement("canvas");
  const gl = canvas.getContext("webgl2", {
    premultipliedAlpha: false,
    antialias: false,
    // WebGL that the processor emulates is slower than the canvas.
    failIfMajorPerformanceCaveat: true,
  });
  if (!gl || isEmulated(gl)) return null;
  const natural = { width: image.naturalWidth, height: image.naturalHeight };
  const program = linkProgram(gl);
  const upright = drawnUpright(image, natural);
  if (!program || !upright || Math.max(natural.width, natural.height) > gl.getParameter(gl.MAX_TEXTURE_SIZE))
    return null;
  // biome-ignore lint/correctness/useHookAtTopLevel: a method of WebGL.
  gl.useProgram(program);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, upright);
  gl.generateMipmap(gl.TEXTURE_2D);
  if (gl.getError() !== gl.NO_ERROR) return null;
  const uniform = (name: string) => gl.getUniformLocation(program, name);
  const [source, cells] = [uniform("source"), uniform("cells")];
  // The shader's names of the adjustments are those of the type.
  const sliders = Object.keys(noAdjustments).map(
    (name) => [name as keyof Adjustments, uniform(name)] as const,
  );
  return {
    kind: "webgl",
    canvas,
    draw: (edits, { width, height }) => {
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width;
        canvas.height = height;
      }
      gl.viewport(0, 0, width, height);
      const [a, b, c, d, e, f] = sourceMatrix(natural, edits);
      gl.uniformMatrix3fv(source, false, [a, b, 0, c, d, 0, e, f, 1]);
      const perPixel = GRAIN_CELLS / Math.max(width, height);
      gl.uniform2f(cells, width * perPixel, height * perPixel);
      const values = fractions(edits.adjustments);
      for (const [name, location] of sliders) gl.uniform1f(location, values[name]);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    },
    // A browser keeps a limited number of contexts, and collects unused ones late.
    dispose: () => gl.getExtension("WEBGL_lose_context")?.loseContext(),
  };
}

/** Returns whether the processor emulates WebGL. Chromium says so only by the driver's name. */
function isEmulated(gl: WebGL2RenderingContext): boolean {
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const driver: unknown = info && gl.getParameter(info.UNMASKED_RENDERER_WEBGL);
  return /swiftshader|llvmpipe|softpipe|basic render/i.test(String(driver));
}

/** Draws the image on a canvas: unlike textures of images, that applies the orientation and the colour profile in every browser. */
function drawnUpright(image: HTMLImageElement, { width, height }: Size): HTMLCanvasElement | null {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  context?.drawImage(image, 0, 0);
  return context && canvas;
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
