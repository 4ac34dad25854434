/** One line of defence, taken out. */
export interface Mutant {
  file: string;
  /** Occurs exactly once in the file; a test checks it. */
  text: string;
  replacement: string;
  /** The file of the tests that must fail, below tests/ and without its ending. */
  test: string;
}

/** The mutants of each file: the text, what replaces it, the tests that must fail. */
export type MutantRows = Record<string, [text: string, replacement: string, test: string][]>;
