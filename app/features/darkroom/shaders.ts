export const vertexShader = `#version 300 es
uniform mat3 source;
uniform vec4 part;
out vec2 inDrawing;
out vec2 inPhoto;
out vec3 from;
void main() {
  // One triangle that covers the canvas.
  inDrawing = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);
  inPhoto = part.xy + inDrawing * part.zw;
  from = source * vec3(inPhoto, 1.0);
  gl_Position = vec4(inDrawing.x * 2.0 - 1.0, 1.0 - inDrawing.y * 2.0, 0.0, 1.0);
}`;

/** Computes the same as \`adjustPixels\`. */
export const fragmentShader = `#version 300 es
precision highp float;
precision highp sampler2D;
uniform sampler2D photo, tones, details, grainLayer;
uniform vec3 balance;
uniform float saturation, vibrance, clarity, sharpness, fade, vignette, grain;
uniform bool showsClipping;
in vec2 inDrawing;
in vec2 inPhoto;
in vec3 from;
out vec4 color;
const vec3 weights = vec3(0.2126, 0.7152, 0.0722);
float toneOf(float value) {
  float place = clamp(value, 0.0, 1.0) * 255.0;
  int low = int(place);
  float first = texelFetch(tones, ivec2(low, 0), 0).r;
  return mix(first, texelFetch(tones, ivec2(min(low + 1, 255), 0), 0).r, fract(place));
}
void main() {
  vec2 at = from.xy / from.z;
  vec4 texel = texture(photo, at, -0.5);
  vec3 result = vec3(toneOf(texel.r), toneOf(texel.g), toneOf(texel.b));
  if (clarity != 0.0 || sharpness != 0.0) {
    float bright = dot(result, weights);
    vec2 detail = texture(details, at, -0.5).rg - 128.0 / 255.0;
    float middle = 4.0 * bright * (1.0 - bright);
    result = max(result + 1.6 * sharpness * detail.r + 0.9 * clarity * middle * detail.g, 0.0);
  }
  result *= balance;
  float luma = dot(result, weights);
  float chroma = max(max(result.r, result.g), result.b) - min(min(result.r, result.g), result.b);
  float spread = (1.0 + saturation) * (1.0 + vibrance * (1.0 - min(chroma, 1.0)));
  result = mix(vec3(luma), result, spread);
  result = result * (1.0 - 0.3 * fade) + 0.14 * fade;
  result *= 1.0 - 0.8 * vignette * smoothstep(0.3, 1.0, length(inPhoto - 0.5) * sqrt(2.0));
  if (grain > 0.0) {
    float noise = texture(grainLayer, inDrawing).r - 128.0 / 255.0;
    result += 0.3 * grain * noise * (1.0 - abs(luma - 0.5));
  }
  result = clamp(result, 0.0, 1.0);
  if (showsClipping) {
    if (max(max(result.r, result.g), result.b) >= 254.5 / 255.0) result = vec3(1.0, 0.2, 0.15);
    else if (max(max(result.r, result.g), result.b) <= 0.5 / 255.0) result = vec3(0.2, 0.4, 1.0);
  }
  bool isOutside = any(greaterThan(abs(at - 0.5), vec2(0.50001)));
  color = isOutside ? vec4(0.0) : vec4(result, texel.a);
}`;
