import fc from 'fast-check';

const fixedSeed = 20_261_116;

/**
 * The seed of all properties: fixed, so that a failure comes again and no run depends on luck. For an extra run with other values set
 * SWATH_TEST_SEED to a number or to "random". Every failure names it.
 */
function readSeed(value = process.env.SWATH_TEST_SEED ?? ''): number {
  if (value === '') return fixedSeed;
  const seed = value === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(value);
  if (!Number.isSafeInteger(seed)) throw new Error(`SWATH_TEST_SEED must be a whole number or "random", not "${value}".`);
  process.stderr.write(`fast-check runs with the seed ${seed}\n`);
  return seed;
}

export const seed = readSeed();

// A property that is interrupted by a time limit fails: it has not been checked.
fc.configureGlobal({ seed, markInterruptAsFailure: true });

export { fc };
