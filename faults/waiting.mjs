/** Ends early when the signal says so. */
export const pause = (milliseconds, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

export const secondsSince = (began) => (performance.now() - began) / 1000;

/** Tries until it holds, and fails with the last reason. */
export async function eventually(check, seconds, every = 50) {
  const began = performance.now();
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (secondsSince(began) > seconds) throw error;
      await pause(every);
    }
  }
}
