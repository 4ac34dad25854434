/**
 * Returns whether a migration removes what the code before it uses: the part of its name after the number begins with
 * `contract`. A deployment applies these after the new code runs, all others before it (docs/deploy.md).
 */
export function isContract(name: string): boolean {
  return /^\d+_contract/.test(name);
}
