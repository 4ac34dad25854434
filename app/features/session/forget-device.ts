/**
 * Ends this browser's push subscription, which would outlive the session, closes all notifications and removes the
 * badge, so that the next member sees nothing of the previous one.
 */
export async function forgetDevice(): Promise<void> {
  // Missing in Firefox, and refused where the app is not installed.
  navigator.setAppBadge?.(0).catch(() => undefined);
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  } catch {
    // This browser has none of it, or the push service cannot be reached: the service worker asks who is logged in.
  }
}
