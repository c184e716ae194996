/** Whether a field can be sprayed in a session: GO, CAUTION, STOP, or UNKNOWN if a required value is missing. */
export const verdicts = ['GO', 'CAUTION', 'STOP', 'UNKNOWN'] as const;
export type Verdict = (typeof verdicts)[number];

export const factorNames = [
  'wind',
  'gusts',
  'deltaT',
  'rain',
  'rainProbability',
  'rainFast',
  'rainFastProbability',
  'air',
  'inversion',
  'bees',
  'buffer',
] as const;
export type FactorName = (typeof factorNames)[number];

export const units = {
  wind: 'km/h',
  gusts: 'km/h',
  deltaT: '°C',
  rain: 'mm',
  rainProbability: '%',
  rainFast: 'mm',
  rainFastProbability: '%',
  air: '°C',
  inversion: '°C',
  bees: 'm',
  buffer: 'm',
} as const satisfies Record<FactorName, string>;

/** One reason of a verdict. The limit is the bound that the value exceeds, or the next one that it is within. */
export interface Factor {
  factor: FactorName;
  value: number | null;
  /** Null beyond the forecast. */
  limit: number | null;
  verdict: Verdict;
}

/** Limits of the company. A value on a bound gets the milder verdict, except where the name says "below". */
export interface SprayLimits {
  windMinKmh: number;
  windGoKmh: number;
  windStopKmh: number;
  gustGoKmh: number;
  gustStopKmh: number;
  deltaTMinC: number;
  deltaTGoC: number;
  deltaTStopC: number;
  rainGoBelowMm: number;
  rainStopMm: number;
  rainGoBelowPercent: number;
  rainStopPercent: number;
  rainFastHours: number;
  rainFastGoBelowMm: number;
  rainFastCautionBelowMm: number;
  rainFastGoBelowPercent: number;
  airStopBelowC: number;
  airGoMinC: number;
  airGoMaxC: number;
  airStopC: number;
  /** An inversion keeps fine drops in the air, so that they drift far. */
  inversionStops: boolean;
}

const tropical: SprayLimits = {
  windMinKmh: 3,
  windGoKmh: 15,
  windStopKmh: 19,
  gustGoKmh: 20,
  gustStopKmh: 28,
  deltaTMinC: 0,
  deltaTGoC: 8,
  deltaTStopC: 10,
  rainGoBelowMm: 0.1,
  rainStopMm: 0.5,
  rainGoBelowPercent: 40,
  rainStopPercent: 70,
  rainFastHours: 2,
  rainFastGoBelowMm: 0.5,
  rainFastCautionBelowMm: 2,
  rainFastGoBelowPercent: 50,
  airStopBelowC: 5,
  airGoMinC: 10,
  airGoMaxC: 35,
  airStopC: 40,
  inversionStops: false,
};

export const presetNames = ['tropical', 'temperate'] as const;
export type PresetName = (typeof presetNames)[number];
export const presets: Record<PresetName, SprayLimits> = {
  tropical,
  temperate: { ...tropical, deltaTMinC: 2, airGoMaxC: 28, inversionStops: true },
};

/** Weather at a moment, forecast or measured in the field. Null: not known. */
export interface InstantWeather {
  temperatureC: number | null;
  humidityPercent: number | null;
  deltaTC: number | null;
  windKmh: number | null;
  cloudPercent: number | null;
  temperature80mC: number | null;
}

/** What occurs within an hour. Null: not known. */
export interface HourWeather {
  gustKmh: number | null;
  rainMm: number | null;
  rainPercent: number | null;
}

export interface SessionWeather {
  /** From the last full hour at or before the start to the first one at or after the end. Empty: beyond the forecast. */
  instants: readonly InstantWeather[];
  /** Hours that overlap the session. Empty: beyond the forecast. */
  hours: readonly HourWeather[];
  /** Hours that overlap the rain-fast time after it. Empty: beyond the forecast. */
  rainFastHours: readonly Pick<HourWeather, 'rainMm' | 'rainPercent'>[];
  /** The session overlaps the time from an hour before sunset to an hour after sunrise. */
  isLowSun: boolean;
}

export interface SprayWindow {
  verdict: Verdict;
  factors: Factor[];
}

const severity: Record<Verdict, number> = { GO: 0, CAUTION: 1, UNKNOWN: 2, STOP: 3 };

const isWorse = (a: Verdict, b: Verdict): boolean => severity[a] > severity[b];

/** The worst factor decides. Missing values result in UNKNOWN, unless another factor is STOP. */
export function judge(weather: SessionWeather, limits: SprayLimits): SprayWindow {
  const factors = [
    worstOf('wind', weather.instants, ({ windKmh }) => judgeWind(windKmh, limits)),
    worstOf('gusts', weather.hours, ({ gustKmh }) => judgeUpTo(gustKmh, limits.gustGoKmh, limits.gustStopKmh)),
    worstOf('deltaT', weather.instants, ({ deltaTC }) => judgeDeltaT(deltaTC, limits)),
    worstOf('rain', weather.hours, ({ rainMm }) => judgeBelow(rainMm, limits.rainGoBelowMm, limits.rainStopMm)),
    worstOf('rainProbability', weather.hours, ({ rainPercent }) =>
      judgeBelow(rainPercent, limits.rainGoBelowPercent, limits.rainStopPercent),
    ),
    ...rainFastFactors(weather.rainFastHours, limits),
    worstOf('air', weather.instants, ({ temperatureC }) => judgeAir(temperatureC, limits)),
    worstOf('inversion', weather.instants, (instant) => judgeInversion(instant, weather.isLowSun, limits)),
  ];
  return { verdict: worstVerdict(factors), factors };
}

const worstVerdict = (factors: readonly Factor[]): Verdict =>
  factors.reduce<Verdict>((worst, factor) => (isWorse(factor.verdict, worst) ? factor.verdict : worst), 'GO');

/** The forecast's window with what was measured, where that is worse. Measured values never make a verdict better. */
export function withMeasured(ofForecast: SprayWindow, ofMeasured: SprayWindow): SprayWindow {
  const factors = ofForecast.factors.map((factor) => {
    const measured = ofMeasured.factors.find((one) => one.factor === factor.factor);
    return measured === undefined || measured.value === null ? factor : worseOf(factor, measured);
  });
  return { verdict: worstVerdict(factors), factors };
}

/** A window with further factors; the worst of all decides, and a missing forecast stays UNKNOWN. */
export function withFactors(window: SprayWindow, factors: readonly Factor[]): SprayWindow {
  if (factors.length === 0) return window;
  const added = worstVerdict(factors);
  return { verdict: isWorse(added, window.verdict) ? added : window.verdict, factors: [...window.factors, ...factors] };
}

/** Verdict without a usable forecast: UNKNOWN. */
export const unknownWindow: SprayWindow = { verdict: 'UNKNOWN', factors: [] };

type Judged = Omit<Factor, 'factor'>;

const unknown = (limit: number): Judged => ({ value: null, limit, verdict: 'UNKNOWN' });

/** Of values with the same verdict the one nearest to its limit is shown: for all bounds but lower ones, the largest value. */
function worstOf<T>(factor: FactorName, entries: readonly T[], judgeEntry: (entry: T) => Judged): Factor {
  if (entries.length === 0) return { factor, value: null, limit: null, verdict: 'UNKNOWN' };
  const [first, ...rest] = entries.map(judgeEntry) as [Judged, ...Judged[]];
  return { factor, ...rest.reduce(worseOf, first) };
}

function worseOf<T extends Judged>(found: T, other: T): T {
  if (other.verdict !== found.verdict) return isWorse(other.verdict, found.verdict) ? other : found;
  return (other.value ?? 0) > (found.value ?? 0) ? other : found;
}

function judgeWind(value: number | null, { windMinKmh, windGoKmh, windStopKmh }: SprayLimits): Judged {
  if (value !== null && value < windMinKmh) return { value, limit: windMinKmh, verdict: 'CAUTION' };
  return judgeUpTo(value, windGoKmh, windStopKmh);
}

function judgeDeltaT(value: number | null, { deltaTMinC, deltaTGoC, deltaTStopC }: SprayLimits): Judged {
  if (value !== null && value < deltaTMinC) return { value, limit: deltaTMinC, verdict: 'CAUTION' };
  return judgeUpTo(value, deltaTGoC, deltaTStopC);
}

function judgeAir(value: number | null, { airStopBelowC, airGoMinC, airGoMaxC, airStopC }: SprayLimits): Judged {
  if (value !== null && value < airStopBelowC) return { value, limit: airStopBelowC, verdict: 'STOP' };
  if (value !== null && value < airGoMinC) return { value, limit: airGoMinC, verdict: 'CAUTION' };
  return judgeUpTo(value, airGoMaxC, airStopC);
}

/** GO up to the first bound, CAUTION up to the second, both included. */
function judgeUpTo(value: number | null, go: number, stop: number): Judged {
  if (value === null) return unknown(go);
  if (value > stop) return { value, limit: stop, verdict: 'STOP' };
  return { value, limit: go, verdict: value > go ? 'CAUTION' : 'GO' };
}

/** GO below the first bound, CAUTION up to the second, which is included. */
function judgeBelow(value: number | null, goBelow: number, stop: number): Judged {
  if (value === null) return unknown(goBelow);
  if (value > stop) return { value, limit: stop, verdict: 'STOP' };
  return { value, limit: goBelow, verdict: value >= goBelow ? 'CAUTION' : 'GO' };
}

/** The rain amount is the sum over all these hours; of the probability, the maximum counts. */
function rainFastFactors(hours: SessionWeather['rainFastHours'], limits: SprayLimits): Factor[] {
  const { rainFastGoBelowMm: goBelow, rainFastCautionBelowMm: cautionBelow, rainFastGoBelowPercent: goBelowPercent } = limits;
  if (limits.rainFastHours === 0) return [];
  const amounts = hours.map(({ rainMm }) => rainMm);
  const known = amounts.filter((amount) => amount !== null).reduce((sum, amount) => sum + amount, 0);
  const isComplete = hours.length > 0 && !amounts.includes(null);
  const amount = Math.round(known * 100) / 100;
  return [
    amount >= cautionBelow
      ? { factor: 'rainFast', value: amount, limit: cautionBelow, verdict: 'STOP' }
      : isComplete
        ? { factor: 'rainFast', value: amount, limit: goBelow, verdict: amount >= goBelow ? 'CAUTION' : 'GO' }
        : { factor: 'rainFast', ...unknown(goBelow) },
    worstOf('rainFastProbability', hours, ({ rainPercent }) => judgeBelow(rainPercent, goBelowPercent, Number.POSITIVE_INFINITY)),
  ];
}

const inversionMaxWindKmh = 11;
const inversionMaxCloudPercent = 50;

/** At night and near it, with little wind and few clouds: cold air below warm air. */
function judgeInversion(instant: InstantWeather, isLowSun: boolean, { inversionStops }: SprayLimits): Judged {
  const { windKmh, cloudPercent, temperatureC, temperature80mC } = instant;
  const value = temperatureC === null || temperature80mC === null ? null : Math.round((temperature80mC - temperatureC) * 100) / 100;
  const isRuledOut =
    !isLowSun ||
    (windKmh !== null && windKmh >= inversionMaxWindKmh) ||
    (cloudPercent !== null && cloudPercent > inversionMaxCloudPercent) ||
    (value !== null && value <= 0);
  if (isRuledOut) return { value, limit: 0, verdict: 'GO' };
  if (value === null || windKmh === null || cloudPercent === null) return unknown(0);
  return { value, limit: 0, verdict: inversionStops ? 'STOP' : 'CAUTION' };
}
