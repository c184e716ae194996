import { digitsOfPhone } from './account-rules.ts';

export const phoneCodePurposes = ['sign_in', 'registration', 'reset'] as const;
/** `verification`: a signed-in user confirms the number of the account. */
export type PhoneCodePurpose = (typeof phoneCodePurposes)[number] | 'verification';

/**
 * Who pays for a code: `code` has the numbers that are confirmed for an account, and those of staff. `new_number` has all others, so that
 * strangers, who can enter any number, do not use up the codes of people with accounts.
 */
export type CodeBudget = 'code' | 'new_number';

/** Which limits a request has, before it is known whose number it is: a registration is for a number without an account. */
export const budgetOfPurpose = (purpose: (typeof phoneCodePurposes)[number]): CodeBudget =>
  purpose === 'registration' ? 'new_number' : 'code';

export const phoneCode = { digits: 6, lifetimeSeconds: 300, maxTries: 5, repeatSeconds: 60 } as const;

/** Digits of a number by which its block is recognised: fraud with premium numbers uses many numbers of one block. */
const prefixLength = 6;

const hour = 3600;
/** The order of the kinds is the order of the locks. */
export const phoneCodeLimits = {
  address: { attempts: 30, windowSeconds: hour },
  prefix: { attempts: 40, windowSeconds: hour },
  day: { attempts: 10, windowSeconds: 24 * hour },
  number: { attempts: 5, windowSeconds: hour },
  repeat: { attempts: 1, windowSeconds: phoneCode.repeatSeconds },
} as const;

export const phonePrefix = (phoneKey: string): string => phoneKey.slice(0, prefixLength);

/**
 * The canonical form of a number (`0912345678`) that was typed in Vietnamese or international notation: with +84, 0084 or 84, with or
 * without the leading zero, with the usual separators. Undefined: it is no Vietnamese number.
 */
export function readPhoneKey(typed: string): string | undefined {
  const digits = digitsOfPhone(typed).replace(/[().\-–/]/g, '');
  const national = digits.replace(/^(?:\+|00)840?/, '0').replace(/^840?(?=[1-9]\d{8,9}$)/, '0');
  return /^0\d{9,10}$/.test(national) ? national : undefined;
}

const purposes = {
  en: {
    sign_in: 'your code to sign in',
    registration: 'your code to sign up',
    reset: 'your code to set a new password',
    verification: 'your code to confirm this number',
  },
  vi: {
    sign_in: 'mã đăng nhập',
    registration: 'mã đăng ký',
    reset: 'mã đặt lại mật khẩu',
    verification: 'mã xác nhận số điện thoại này',
  },
} as const satisfies Record<'en' | 'vi', Record<PhoneCodePurpose, string>>;

export interface PhoneCodeText {
  purpose: PhoneCodePurpose;
  language: 'en' | 'vi';
  companyName: string;
  /** Host of the web app. Browsers fill in a code by itself only on the host of the last line. */
  host: string;
  code: string;
}

/** The text of the SMS. */
export function phoneCodeText({ purpose, language, companyName, host, code }: PhoneCodeText): string {
  const name = companyName.slice(0, 30);
  const minutes = phoneCode.lifetimeSeconds / 60;
  const text =
    language === 'vi'
      ? `${name}: ${code} là ${purposes.vi[purpose]}, dùng trong ${minutes} phút. Không cho ai biết mã này.`
      : `${name}: ${code} is ${purposes.en[purpose]}, valid for ${minutes} minutes. Do not share it.`;
  return `${text}\n@${host} #${code}`;
}
