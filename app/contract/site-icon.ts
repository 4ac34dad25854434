/** The sizes of a site's icon in pixels: of the browser's tab, a phone's home screen, and an installed app. */
export const iconSizes = [32, 180, 192, 512] as const;
export const ICON_SIDE = 512;
/** The files of an icon: each size, and one with a margin that a phone may crop (W3C, Web Application Manifest). */
export const iconNames = [...iconSizes.map(String), "maskable"];

/** Returns the path of a file of a site's icon. Its content never changes. @param icon `icon` of the site's settings */
export const iconPath = (icon: string, name: string): string => `/site/icon/${icon}/${name}.png`;
