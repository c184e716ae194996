/** Ends early if the signal is aborted. */
export const pause = (milliseconds, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

export const secondsSince = (began) => (performance.now() - began) / 1000;

/** Retries until the check passes; fails with the last error. */
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
