import { describe, expect, test } from 'vitest';
import { routeLink, telephoneLink } from './device-links.ts';

describe('tel: and geo: links', () => {
  test.each(['0901 234 567', '0901\u00a0234\u00a0567', '0901\u202f234 567', ' 0901234567 '])(
    'when a number is written as "%s", then the link has only its digits',
    (phoneNumber) => expect(telephoneLink(phoneNumber)).toBe('tel:0901234567'),
  );

  test('when a number is international, then the link keeps the plus sign', () => {
    expect(telephoneLink('+84 901 234 567')).toBe('tel:+84901234567');
  });

  test('when a place name has parentheses and special characters, then the label has all of it', () => {
    const link = routeLink({ latitude: 10.5, longitude: 105.25, location: 'Ruộng (sau đình) & vườn' }, 'Mozilla/5.0 (Linux; Android 14)');
    const label = /^geo:10\.5,105\.25\?q=10\.5,105\.25\(([^()&]+)\)$/.exec(link)?.[1] ?? '';
    expect(decodeURIComponent(label)).toBe('Ruộng (sau đình) & vườn');
  });
});
