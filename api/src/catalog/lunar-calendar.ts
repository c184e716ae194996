/** A date of the Vietnamese lunar calendar. */
export interface LunarDate {
  day: number;
  month: number;
  /** The second of two months with the same number. */
  leap: boolean;
  year: number;
}

export const firstLunarDate = '1968-01-01';

/** Since 1968 Vietnam calculates the calendar for UTC+7; China uses UTC+8, so a month can begin on a different day there. */
const zone = 7 / 24;
const synodicMonth = 29.530588853;
const newMoonOf1900 = 2415021.076998695;

/**
 * The lunar date of a day, YYYY-MM-DD, from 1968 on. A month begins on the day of the new moon; the winter solstice
 * falls into month 11; and where thirteen months lie between two of those, the first in which the sun enters
 * no new sign repeats the number before it. (J. Meeus's series for moon and sun, as H. N. Đức applies them.)
 */
export function toLunar(date: string): LunarDate {
  const today = dayNumber(date);
  const gregorianYear = Number(date.slice(0, 4));
  const k = Math.floor((today - newMoonOf1900) / synodicMonth);
  // The estimate by the mean length of a month is sometimes one too low and rarely one too high.
  const monthStart = [k + 1, k, k - 1].map(newMoonDay).find((start) => start <= today) as number;

  const ownSolsticeMonth = solsticeMonth(gregorianYear);
  const isBefore = monthStart <= ownSolsticeMonth;
  const from = isBefore ? solsticeMonth(gregorianYear - 1) : ownSolsticeMonth;
  const to = isBefore ? ownSolsticeMonth : solsticeMonth(gregorianYear + 1);

  const months = Math.floor((monthStart - from) / 29);
  const leapAt = to - from > 365 ? leapMonth(from) : Number.POSITIVE_INFINITY;
  const counted = months + 11 - (months >= leapAt ? 1 : 0);
  const month = counted > 12 ? counted - 12 : counted;
  const endsNextYear = isBefore ? gregorianYear : gregorianYear + 1;
  return {
    day: today - monthStart + 1,
    month,
    leap: months === leapAt,
    year: month >= 11 && months < 4 ? endsNextYear - 1 : endsNextYear,
  };
}

const stems = ['Canh', 'Tân', 'Nhâm', 'Quý', 'Giáp', 'Ất', 'Bính', 'Đinh', 'Mậu', 'Kỷ'];
const branches = ['Thân', 'Dậu', 'Tuất', 'Hợi', 'Tý', 'Sửu', 'Dần', 'Mão', 'Thìn', 'Tỵ', 'Ngọ', 'Mùi'];

/** The year's name in the cycle of sixty, like Bính Ngọ. */
export const lunarYearName = (year: number): string => `${stems[year % 10]} ${branches[year % 12]}`;

/** Julian day number of a Gregorian date. */
function dayNumber(date: string): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / 86_400_000) + 2440588;
}

const sin = (degrees: number): number => Math.sin((degrees * Math.PI) / 180);

/** The day on which the k-th new moon since 1 January 1900 falls. */
function newMoonDay(k: number): number {
  const t = k / 1236.85;
  const t2 = t * t;
  const t3 = t2 * t;
  const mean = 2415020.75933 + 29.53058868 * k + 0.0001178 * t2 - 0.000000155 * t3 + 0.00033 * sin(166.56 + 132.87 * t - 0.009173 * t2);
  const sun = 359.2242 + 29.10535608 * k - 0.0000333 * t2 - 0.00000347 * t3;
  const moon = 306.0253 + 385.81691806 * k + 0.0107306 * t2 + 0.00001236 * t3;
  const node = 21.2964 + 390.67050646 * k - 0.0016528 * t2 - 0.00000239 * t3;
  const correction =
    (0.1734 - 0.000393 * t) * sin(sun) +
    0.0021 * sin(2 * sun) -
    0.4068 * sin(moon) +
    0.0161 * sin(2 * moon) -
    0.0004 * sin(3 * moon) +
    0.0104 * sin(2 * node) -
    0.0051 * sin(sun + moon) -
    0.0074 * sin(sun - moon) +
    0.0004 * sin(2 * node + sun) -
    0.0004 * sin(2 * node - sun) -
    0.0006 * sin(2 * node + moon) +
    0.001 * sin(2 * node - moon) +
    0.0005 * sin(2 * moon + sun);
  const clockDrift = -0.000278 + 0.000265 * t + 0.000262 * t2;
  return Math.floor(mean + correction - clockDrift + 0.5 + zone);
}

/** Sector (0 to 11, of 30 degrees) of the sun's ecliptic longitude at the begin of a day; sector 9 begins at the winter solstice. */
function sunSign(day: number): number {
  const t = (day - 2451545.5 - zone) / 36525;
  const t2 = t * t;
  const anomaly = 357.5291 + 35999.0503 * t - 0.0001559 * t2 - 0.00000048 * t * t2;
  const longitude =
    280.46645 +
    36000.76983 * t +
    0.0003032 * t2 +
    (1.9146 - 0.004817 * t - 0.000014 * t2) * sin(anomaly) +
    (0.019993 - 0.000101 * t) * sin(2 * anomaly) +
    0.00029 * sin(3 * anomaly);
  return Math.floor((((longitude % 360) + 360) % 360) / 30);
}

/** The first day of the lunar month with the winter solstice of a Gregorian year. */
function solsticeMonth(year: number): number {
  const k = Math.floor((dayNumber(`${year}-12-31`) - 2415021) / synodicMonth);
  const start = newMoonDay(k);
  return sunSign(start) >= 9 ? newMoonDay(k - 1) : start;
}

/** Number of months from month 11 to the leap month. */
function leapMonth(solsticeMonthStart: number): number {
  const k = Math.floor((solsticeMonthStart - newMoonOf1900) / synodicMonth + 0.5);
  let months = 1;
  while (months < 14 && sunSign(newMoonDay(k + months)) !== sunSign(newMoonDay(k + months + 1))) months++;
  return months;
}
