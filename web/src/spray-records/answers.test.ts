import { expect, test } from 'vitest';
import { areSendable, detailsOf, emptyProduct, problemOf, suggestedAnswers } from './answers.ts';

const suggested = {
  products: [],
  target: null,
  eppoCode: 'ORYSA',
  equipment: null,
  droneSerial: null,
  droneRegistration: null,
  operatorLicence: null,
};

test('when the form opens, then it has what the last visit suggests, and an empty product if products are asked for', () => {
  expect(suggestedAnswers({ profile: 'eu', asked: ['products', 'eppoCode'], suggested })).toEqual({
    products: [emptyProduct(0)],
    texts: { eppoCode: 'ORYSA' },
  });
  expect(suggestedAnswers({ profile: 'eu', asked: ['eppoCode'], suggested }).products).toEqual([]);
  expect(suggestedAnswers({ profile: 'vn', asked: [], suggested }, 10).texts).toEqual({ eppoCode: 'ORYSA', buffersKept: '10 m' });
});

test('when answers are typed, then only what was answered is sent, with a comma or a point as decimal sign', () => {
  const product = { ...emptyProduct(0), name: ' Chess ', dose: '0,3', doseUnit: 'kg/ha', reEntryHours: 24 };
  expect(detailsOf({ products: [product, emptyProduct(1)], texts: { bbch: '51', windKmh: '6.5', target: ' ', temperatureC: '' } })).toEqual(
    {
      bbch: 51,
      weatherStart: { windKmh: 6.5 },
      products: [{ name: 'Chess', dose: 0.3, doseUnit: 'kg/ha', reEntryHours: 24 }],
    },
  );
  expect(detailsOf({ products: [], texts: {} })).toEqual({});
  expect(detailsOf({ products: [], texts: { buffersKept: ' 10 m ', endWindKmh: '7,5', endTemperatureC: '31' } })).toEqual({
    buffersKept: '10 m',
    weatherEnd: { windKmh: 7.5, temperatureC: 31 },
  });
});

test('when an answer is not possible, then it is named, and nothing is sent', () => {
  expect([problemOf('bbch', '100'), problemOf('bbch', '5.5'), problemOf('bbch', '99'), problemOf('bbch', '')]).toEqual([
    ...['number', 'number', undefined, undefined],
  ]);
  expect([problemOf('eppoCode', 'rice plant'), problemOf('eppoCode', 'orysa'), problemOf('humidityPercent', 'x')]).toEqual([
    ...['code', undefined, 'number'],
  ]);
  expect(areSendable({ products: [{ ...emptyProduct(0), dose: 'x' }], texts: {} })).toBe(false);
  expect(areSendable({ products: [], texts: { bbch: '-1' } })).toBe(false);
  expect(areSendable({ products: [], texts: { bbch: '12' } })).toBe(true);
});
