import { expect, test } from 'vitest';
import { readMeasured, type Typed } from './measured-rules.ts';

test.each<[string, Typed, ReturnType<typeof readMeasured>]>([
  ['nothing', {}, { measured: undefined, errors: {} }],
  ['only spaces', { windKmh: ' ' }, { measured: undefined, errors: {} }],
  ['a comma', { windKmh: '7,5' }, { measured: { windKmh: 7.5 }, errors: {} }],
  [
    'all',
    { windKmh: '7', gustKmh: '11.5', temperatureC: '31', humidityPercent: '62' },
    { measured: { windKmh: 7, gustKmh: 11.5, temperatureC: 31, humidityPercent: 62 }, errors: {} },
  ],
  ['no wind', { temperatureC: '31' }, { measured: undefined, errors: { windKmh: 'missing' } }],
  ['a word', { windKmh: 'calm' }, { measured: undefined, errors: { windKmh: 'range' } }],
  ['too much', { windKmh: '7', humidityPercent: '101' }, { measured: { windKmh: 7 }, errors: { humidityPercent: 'range' } }],
])('when the crew types %s, then it is read or refused', (_, typed, result) => expect(readMeasured(typed)).toEqual(result));
