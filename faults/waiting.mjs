export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

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
