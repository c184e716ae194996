import { expect, test } from 'vitest';
import { type SetupFacts, setupChecklist } from './setup-rules.ts';

const fresh: SetupFacts = {
  companyName: 'Swath',
  hasLogo: false,
  areaUnit: 'decare',
  hasArea: false,
  hasChangedPrices: false,
  hasChangedSessions: false,
  hasReceptionist: false,
  hasSprayer: false,
  hasBankAccount: false,
  hasCardPayments: false,
  hasMailServer: false,
  skipped: new Set(),
};
const doneIn = (facts: Partial<SetupFacts>) =>
  setupChecklist({ ...fresh, ...facts })
    .steps.filter(({ done }) => done)
    .map(({ step }) => step);

test.each([
  [{}, []],
  [{ companyName: 'Cánh Đồng Xanh' }, ['name']],
  [{ hasReceptionist: true }, []],
  [{ hasReceptionist: true, hasSprayer: true }, ['staff']],
  [{ hasBankAccount: true }, ['payments']],
  [{ hasCardPayments: true }, ['payments']],
  [{ hasLogo: true, hasArea: true, hasMailServer: true }, ['logo', 'area', 'mail']],
  [{ hasChangedPrices: true, hasChangedSessions: true }, ['prices', 'sessions']],
] as [Partial<SetupFacts>, string[]][])('when the company has %j, then %j is done', (facts, steps) => {
  expect(doneIn(facts)).toEqual(steps);
});

test('when every step is done or skipped, then the checklist is complete and can be dismissed', () => {
  const all = new Set(['name', 'logo', 'area', 'prices', 'sessions', 'staff', 'payments']);
  expect(setupChecklist({ ...fresh, skipped: all })).toMatchObject({ complete: false, dismissed: false });
  expect(setupChecklist({ ...fresh, skipped: all, hasMailServer: true })).toMatchObject({ complete: true, dismissed: false });
  expect(setupChecklist({ ...fresh, skipped: new Set([...all, 'mail', 'dismissed']) })).toMatchObject({ complete: true, dismissed: true });
});

test('when a skipped step is done later, then it counts as done', () => {
  const { steps } = setupChecklist({ ...fresh, companyName: 'Xanh', skipped: new Set(['name']) });
  expect(steps[0]).toEqual({ step: 'name', done: true, skipped: false });
});

test('when the unit of area is not in the list, then the checklist asks for it, also after it was dismissed', () => {
  const stepsOf = (areaUnit: string) => setupChecklist({ ...fresh, areaUnit }).steps.map(({ step }) => step);
  expect([stepsOf('decare').includes('unit'), stepsOf('rai').includes('unit')]).toEqual([false, true]);
  const all = new Set(['name', 'logo', 'area', 'prices', 'sessions', 'staff', 'payments', 'mail', 'dismissed']);
  expect(setupChecklist({ ...fresh, areaUnit: 'rai', skipped: all }).dismissed).toBe(false);
});
