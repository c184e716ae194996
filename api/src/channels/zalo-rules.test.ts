import { expect, test } from 'vitest';
import { fillFields, missingFields, outcomeOfError, readTrackingId, trackingId } from './zalo-rules.ts';

test.each([
  [-124, 'token'],
  [-216, 'token'],
  [-108, { result: 'refused', error: 'error -108: invalid phone number' }],
  [-118, { result: 'refused', error: 'error -118: no Zalo account' }],
  [-131, { result: 'refused', error: 'error -131: template not approved' }],
  [-144, { result: 'refused', error: 'error -144: quota of the day used up' }],
  [-100, { result: 'failed', error: 'error -100' }],
  [-104, { result: 'failed', error: 'error -104' }],
  [-9999, { result: 'refused', error: 'error -9999' }],
])('when Zalo answers %i, then the outcome is %j', (code, outcome) => {
  expect(outcomeOfError(code)).toEqual(outcome);
});

test('when fields are filled, then long values are cut by characters, and empty ones have a dash', () => {
  const field = (name: string, value: 'name' | 'place' | 'text', maxLength: number | null) => ({ name, value, maxLength });
  const fields = [field('a', 'name', 5), field('b', 'place', 5), field('c', 'text', null), field('d', 'name', 6)];
  expect(fillFields(fields, { name: 'Nguyễn', text: ' one\n two ' })).toEqual({ a: 'Nguy…', b: '-', c: 'one two', d: 'Nguyễn' });
});

test('when a required field has no value, then it is missing; an optional one is not', () => {
  const field = (name: string, required: boolean) => ({ name, required, maxLength: null });
  expect(missingFields([field('a', true), field('b', true), field('c', false)], [{ name: 'b' }])).toEqual(['a']);
});

test('when a tracking id is read, then only our own form is accepted', () => {
  expect(readTrackingId(trackingId('91', 2))).toEqual({ messageId: '91', attempt: 2 });
  for (const other of ['swath-91', 'swath-a-1', 'x', '', null, 7, {}, `swath-${'9'.repeat(19)}-1`])
    expect(readTrackingId(other)).toBeNull();
});
