/** WebAssembly modules are compiled when the worker is built, not at run time. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
