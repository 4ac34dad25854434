interface ModuleRunner {
  import: (path: string) => Promise<unknown>;
}

/**
 * Remembers the main module of the Worker. The pool imports it for each call of a hub (`importModule`), and its runner
 * asks Vite, in another process, each time whether it has changed.
 */
export function rememberMain(): void {
  // Vitest's own global, which has no type.
  const { moduleRunner } = Reflect.get(globalThis, "__vitest_mocker__") as { moduleRunner: ModuleRunner };
  const load = moduleRunner.import.bind(moduleRunner);
  let main: unknown;
  moduleRunner.import = async (path) => {
    if (!path.endsWith("/tests/workers/worker.ts")) return load(path);
    main ??= await load(path);
    return main;
  };
}
