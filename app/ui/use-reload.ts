import { useCallback, useEffect, useRef } from "react";
import { useNavigation, useRevalidator } from "react-router";

/**
 * Returns a function that reloads the data of the page. It does nothing during a navigation: that loads the data anyway,
 * and a revalidation would abort and restart it.
 */
export function useReload(): () => void {
  const { revalidate } = useRevalidator();
  const navigation = useNavigation();
  const isIdle = useRef(true);
  useEffect(() => {
    isIdle.current = navigation.state === "idle";
  }, [navigation.state]);
  return useCallback(() => {
    if (isIdle.current) void revalidate();
  }, [revalidate]);
}
