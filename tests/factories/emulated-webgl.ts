/**
 * Lets the page use WebGL that the processor emulates, as on machines without a graphics processor: hides that it is
 * slow. Runs in the page.
 */
export function allowEmulatedWebgl(): void {
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (
    this: HTMLCanvasElement,
    type: string,
    options?: object,
  ) {
    return Reflect.apply(getContext, this, [type, { ...options, failIfMajorPerformanceCaveat: false }]);
  } as typeof getContext;
  const { getExtension } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.getExtension = function (this: WebGL2RenderingContext, name: string) {
    return name === "WEBGL_debug_renderer_info" ? null : Reflect.apply(getExtension, this, [name]);
  } as typeof getExtension;
}
