import { TrieRouter } from "hono/router/trie-router";
import { expect, test } from "vitest";
import { MemoRouter } from "../../workers/memo-router";

const routes: [string, string][] = [
  ["ALL", "*"],
  ["GET", "/api/posts/saved"],
  ["GET", "/api/posts/:id"],
  ["POST", "/api/posts/saved"],
  ["ALL", "/api/*"],
];

test("matches as Hono's router does, for a route that it remembers too", () => {
  const [memo, trie] = [new MemoRouter<string>(), new TrieRouter<string>()];
  for (const [method, path] of routes) {
    for (const router of [memo, trie]) router.add(method, path, `${method} ${path}`);
  }
  for (let time = 0; time < 2; time++) {
    for (const method of ["GET", "POST", "DELETE"]) {
      for (const path of ["/api/posts/saved", "/api/posts/7", "/api/posts/8", "/feed", "/api/posts/:id"]) {
        expect(memo.match(method, path), `${method} ${path}`).toEqual(trie.match(method, path));
      }
    }
  }
});
