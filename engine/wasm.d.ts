/** WebAssembly is compiled when the worker is built, never while it runs. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
