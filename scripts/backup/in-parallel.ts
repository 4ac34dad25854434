/** Calls at the same time: requests wait for the network most of the time. */
const WIDTH = 8;

/** Runs work for each item, eight at a time. @throws the first error, and begins no other item then */
export async function inParallel<T>(items: Iterator<T>, run: (item: T) => Promise<unknown>): Promise<void> {
  let isFailed = false;
  const work = async () => {
    for (let next = items.next(); !next.done && !isFailed; next = items.next()) {
      await run(next.value).catch((error: unknown) => {
        isFailed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, work));
}
