/** Returns a path's last part, normalized: zip files of macOS have decomposed accents. */
export const fileNameOf = (path: string) => normalPath(path).replace(/^.*\//s, "");

/** Returns a path with slashes and composed accents. Zip files of some Windows programs have backslashes. */
export const normalPath = (path: string) => path.replaceAll("\\", "/").normalize("NFC");

const VIDEO_FILE = /\.(mp4|mov|m4v|webm|mkv|avi|3gp|srt|vtt|mp3|m4a|aac)$/i;

/** Whether a post's file is a video. Others may be photos: exports have files with a wrong or no extension. */
export const isVideo = (path: string) => VIDEO_FILE.test(path);
