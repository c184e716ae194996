import { expect, test } from 'vitest';
import { applyDetails, buildRecord } from './build-record-rules.ts';
import { questionsFor, suggestAnswers } from './form-rules.ts';
import { versionExample, visitExample } from './record-example.ts';

const last = applyDetails(
  buildRecord(visitExample, 'SR-000001', versionExample),
  { eppoCode: 'ORYSA', bbch: 51, equipment: 'Drone', operatorLicence: 'AG-7' },
  () => '',
);

test('when a record would lack something, then the crew is asked for what it can know, each thing once', () => {
  expect(questionsFor(['operatorLicence', 'companyAddress', 'customerAddress', 'bbch', 'dose', 'total', 'wind', 'startTime'])).toEqual([
    ...['products', 'bbch', 'operatorLicence', 'wind'],
  ]);
  expect(questionsFor([])).toEqual([]);
});

test('when there was a visit before, then it suggests answers to what is asked, but not the growth stage', () => {
  expect(suggestAnswers(['products', 'eppoCode', 'bbch', 'aircraft', 'operatorLicence'], last, last)).toEqual({
    products: [
      {
        name: 'Rầy Xanh 250',
        authorisationNumber: 'DEMO-001/CNKT-BVTV',
        activeIngredients: 'buprofezin 250 g/l',
        dose: 300,
        doseUnit: 'g/ha',
        reEntryHours: 24,
        preHarvestDays: 14,
      },
    ],
    eppoCode: 'ORYSA',
    droneSerial: '1581F5FKD23',
    droneRegistration: 'VN-A-00123',
    operatorLicence: 'AG-7',
  });
  expect(suggestAnswers(['target'], undefined, last)).toEqual({});
});
