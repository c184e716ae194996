import { ConfigError, readText, readUrl } from './environment.ts';

export type SmsConfig =
  | { kind: 'twilio'; url: string; account: string; token: string; sender: string }
  /** One JSON object per SMS: texts in the template contain {{to}}, {{text}} and others. */
  | {
      kind: 'gateway';
      url: string;
      token: string | undefined;
      sender: string | undefined;
      template: unknown;
      /** Signs callbacks; undefined: there are none. */
      callbackSecret?: string | undefined;
    };

const minSecretLength = 16;

const twilioUrl = 'https://api.twilio.com';

/** Errors do not repeat a token. */
export function readSms(env: NodeJS.ProcessEnv): SmsConfig | undefined {
  const url = readUrl(env, 'SWATH_SMS_URL');
  const [account, token, sender, template] = ['ACCOUNT', 'TOKEN', 'SENDER', 'TEMPLATE'].map((name) => readText(env, `SWATH_SMS_${name}`));
  if (template !== undefined) {
    if (url === undefined) throw new ConfigError('SWATH_SMS_TEMPLATE requires SWATH_SMS_URL, the address of the gateway.');
    if (!template.includes('{{text}}') || !/\{\{(to|number|national)\}\}/.test(template))
      throw new ConfigError('SWATH_SMS_TEMPLATE must contain {{text}}, and {{to}}, {{number}} or {{national}}.');
    const callbackSecret = readText(env, 'SWATH_SMS_CALLBACK_SECRET');
    if (callbackSecret !== undefined && callbackSecret.length < minSecretLength)
      throw new ConfigError(`SWATH_SMS_CALLBACK_SECRET must have at least ${minSecretLength} characters.`);
    return { kind: 'gateway', url, token, sender, template: parseTemplate(template), ...(callbackSecret && { callbackSecret }) };
  }
  if (url === undefined && account === undefined && token === undefined && sender === undefined) return undefined;
  if (account === undefined || token === undefined || sender === undefined)
    throw new ConfigError(
      'SWATH_SMS_ACCOUNT, SWATH_SMS_TOKEN and SWATH_SMS_SENDER must be set together, or SWATH_SMS_TEMPLATE for a JSON gateway.',
    );
  return { kind: 'twilio', url: url ?? twilioUrl, account, token, sender };
}

function parseTemplate(template: string): unknown {
  try {
    return JSON.parse(template);
  } catch {
    throw new ConfigError('SWATH_SMS_TEMPLATE must be JSON, like {"to": "{{to}}", "text": "{{text}}", "id": "{{id}}"}.');
  }
}
