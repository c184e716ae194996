import { expect, test } from 'vitest';
import { readSms } from './sms-config.ts';

const twilio = { SWATH_SMS_ACCOUNT: 'AC1', SWATH_SMS_TOKEN: 'secret-token', SWATH_SMS_SENDER: '+84901' };

test('when nothing is set, then there is no SMS; when Twilio is, then its own address is the default', () => {
  expect(readSms({})).toBeUndefined();
  expect(readSms(twilio)).toEqual({
    kind: 'twilio',
    url: 'https://api.twilio.com',
    account: 'AC1',
    token: 'secret-token',
    sender: '+84901',
  });
  expect(readSms({ ...twilio, SWATH_SMS_URL: 'https://sms.example/' })).toMatchObject({ url: 'https://sms.example' });
});

test('when a template is set, then it is a gateway', () => {
  const template = '{"phone":"{{national}}","content":"{{text}}"}';
  expect(readSms({ SWATH_SMS_URL: 'https://sms.example/send', SWATH_SMS_TEMPLATE: template })).toEqual({
    kind: 'gateway',
    url: 'https://sms.example/send',
    token: undefined,
    sender: undefined,
    template: { phone: '{{national}}', content: '{{text}}' },
  });
  const signed = { SWATH_SMS_URL: 'https://sms.example/send', SWATH_SMS_TEMPLATE: template, SWATH_SMS_CALLBACK_SECRET: 'x'.repeat(16) };
  expect(readSms(signed)).toMatchObject({ callbackSecret: 'x'.repeat(16) });
  expect(() => readSms({ ...signed, SWATH_SMS_CALLBACK_SECRET: 'short-secret' })).toThrow(/^(?!.*short-secret).*SWATH_SMS_CALLBACK_SECRET/);
});

test.each([
  [{ SWATH_SMS_TOKEN: 'secret-token' }],
  [{ SWATH_SMS_TEMPLATE: '{"to":"{{to}}","text":"{{text}}"}' }],
  [{ SWATH_SMS_URL: 'https://sms.example', SWATH_SMS_TEMPLATE: '{"to":"{{to}}"}' }],
  [{ SWATH_SMS_URL: 'https://sms.example', SWATH_SMS_TEMPLATE: '{{to}} {{text}}' }],
])('when %j is set, then it is refused without repeating a token', (env) => {
  expect(() => readSms(env)).toThrow(/^(?!.*secret-token).*SWATH_SMS_/);
});
