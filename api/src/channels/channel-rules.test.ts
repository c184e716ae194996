import { describe, expect, test } from 'vitest';
import { channelRetryDelay, channelsFor, isUrgent, limitedSender, lookupDelay, type Reachability } from './channel-rules.ts';

const everything: Reachability = {
  preferred: ['push', 'zalo', 'sms', 'mail'],
  hasPush: true,
  hasPhone: true,
  hasOptedOutOfSms: false,
  hasZaloTemplate: true,
  hasMail: true,
};
const all = { push: true, zalo: true, sms: true };
const plain = { isOwnAct: false, hasAttachment: false };

describe('channelsFor', () => {
  test.each<[string, Partial<Reachability>, Partial<typeof all>, Partial<typeof plain>, string[]]>([
    ['everything works', {}, {}, {}, ['push', 'zalo', 'sms', 'mail']],
    ['the person has another order', { preferred: ['sms', 'push'] }, {}, {}, ['sms', 'push', 'mail']],
    ['nothing is configured', {}, { push: false, zalo: false, sms: false }, {}, ['mail']],
    ['there is no subscription', { hasPush: false }, {}, {}, ['zalo', 'sms', 'mail']],
    ['there is no phone number', { hasPhone: false }, {}, {}, ['push', 'mail']],
    ['the number answered STOP', { hasOptedOutOfSms: true }, {}, {}, ['push', 'zalo', 'mail']],
    ['the event has no Zalo template', { hasZaloTemplate: false }, {}, {}, ['push', 'sms', 'mail']],
    ['the person has no mail', { hasMail: false }, {}, {}, ['push', 'zalo', 'sms']],
    ['the person caused the event', {}, {}, { isOwnAct: true }, ['mail']],
    ['the person caused the event and has no mail', { hasMail: false }, {}, { isOwnAct: true }, []],
    ['there is a receipt', {}, {}, { hasAttachment: true }, ['mail', 'push', 'zalo', 'sms']],
    ['there is a receipt and no mail', { hasMail: false }, {}, { hasAttachment: true }, ['push', 'zalo', 'sms']],
  ])('when %s, then the order follows', (_, person, available, needs, expected) => {
    expect(channelsFor({ ...everything, ...person }, { ...all, ...available }, { ...plain, ...needs })).toEqual(expected);
  });
});

describe('isUrgent', () => {
  const now = Date.parse('2026-11-15T15:00:00Z');
  const inHours = (hours: number) => now + hours * 3_600_000;
  test.each([
    ['cancelled', 7, true],
    ['cancelled', 13, false],
    ['paid', 1, false],
    ['weather_stop', 12, true],
    ['message', -2, true],
    ['finished', -13, false],
  ])('when %s concerns a session in %i hours, then %s', (type, hours, expected) => {
    expect(isUrgent(type, now, inHours(hours))).toBe(expected);
  });
});

test.each([
  ['a farmer writes a message', 'message', '1', '1'],
  ['a farmer edits an order', 'edited', '1', '1'],
  ['a card payment of the farmer fails', 'payment_failed', null, '1'],
  ['a sprayer writes a message', 'message', '3', '3'],
  ['a sprayer reports work', 'finished', '3', null],
  ['the office writes a message', 'message', '9', null],
  ['the office cancels an order', 'cancelled', '9', null],
  ['the service finds bad weather', 'weather_stop', null, null],
])('when %s, then only farmers and writing sprayers have a budget of their own', (_, type, actorId, expected) => {
  expect(limitedSender({ type, actorId, farmerId: '1', crewIds: ['2', '3'] })).toBe(expected);
});

test('when there is another channel, then attempts end after minutes; on the last one after hours', () => {
  const delays = (hasNext: boolean) => [1, 2, 3, 4, 7, 8].map((tries) => channelRetryDelay(tries, hasNext, 0.5));
  expect(delays(true)).toEqual([5, 30, 120, undefined, undefined, undefined]);
  expect(delays(false)).toEqual([5, 30, 120, 600, 7200, undefined]);
  expect([lookupDelay(1), lookupDelay(6)]).toEqual([30, undefined]);
});
