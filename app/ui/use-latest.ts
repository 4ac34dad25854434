import { useCallback, useRef } from "react";

/** Returns a function that begins a request, and returns a function that tells whether no later one has begun. */
export function useLatest(): () => () => boolean {
  const last = useRef(0);
  return useCallback(() => {
    last.current += 1;
    const request = last.current;
    return () => request === last.current;
  }, []);
}
