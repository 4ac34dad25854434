import type { Result, Router } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";

/**
 * Hono's `TrieRouter`, which searches for a GET of a route without parameters only once: a search takes longer than
 * most of the middleware. Hono's faster `RegExpRouter` does not support `/api/posts/saved` beside `/api/posts/:id`.
 */
export class MemoRouter<T> implements Router<T> {
  readonly name = "MemoRouter";
  readonly #trie = new TrieRouter<T>();
  /** By path; null before the first search. It has routes only, so that requests cannot fill it. */
  readonly #results = new Map<string, Result<T> | null>();

  add(method: string, path: string, handler: T): void {
    this.#trie.add(method, path, handler);
    if (!/[:*]/.test(path)) this.#results.set(path, null);
  }

  match(method: string, path: string): Result<T> {
    const known = method === "GET" ? this.#results.get(path) : undefined;
    if (known) return known;
    const result = this.#trie.match(method, path);
    if (known === null) this.#results.set(path, result);
    return result;
  }
}
