interface ImportMetaEnv {
  /** The version and commit of the build (scripts/build-name.ts). */
  readonly AFTERGLOW_BUILD_NAME: string;
}
