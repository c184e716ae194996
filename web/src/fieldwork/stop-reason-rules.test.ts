import { expect, test } from 'vitest';
import { decideOnWeather } from '../../../api/src/fieldwork/start-weather-rules.ts';
import { type FactorName, factorNames, units } from '../../../api/src/weather/spray-window-rules.ts';
import { weatherWords } from '../weather/weather-words.ts';
import { toFactor } from './stop-reason-rules.ts';

const refusal = (factor: FactorName, value: number, limit: number | null) => {
  const binding = { verdict: 'STOP' as const, factors: [{ factor, value, limit, verdict: 'STOP' as const }] };
  try {
    decideOnWeather({ binding, measuredWindow: { verdict: 'UNKNOWN', factors: [] }, overrideReason: null, wasOffline: false });
  } catch (error) {
    return (error as { facts: { errors: { path: string; message: string }[] } }).facts.errors[0];
  }
  throw new Error('The start was not refused.');
};

test.each(factorNames)(
  'when the service refuses a start because of %s, then the dialog has its value and limit to write in words',
  (factor) => {
    const [value, limit] = factor === 'inversion' ? [1.5, null] : [20.5, 19];
    const found = toFactor(refusal(factor, value, limit) as { path: string; message: string });
    expect(found).toEqual({ factor, value, unit: units[factor], limit, verdict: 'STOP' });
    for (const words of [weatherWords.en, weatherWords.vi]) expect(words.factor[factor]).toBeTruthy();
  },
);
