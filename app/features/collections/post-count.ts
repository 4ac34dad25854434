/** Returns the number of a collection's posts as text. */
export const postCountText = (count: number) => (count === 1 ? "1 post" : `${count} posts`);
