import { describe, expect, it } from 'vitest';
import { parsePosition, positionText } from './position-rules.ts';

const field = { latitude: 10.4712, longitude: 105.4551 };
const found = (position: object, swapped = false) => ({ kind: 'position', position, swapped });

describe('when two decimals are typed', () => {
  it.each([
    '10.4712, 105.4551',
    '10.4712,105.4551',
    ' 10.4712 ,  105.4551 ',
    '10.4712 105.4551',
    '10.4712;105.4551',
    '10.4712 / 105.4551',
    '10,4712 105,4551',
    '10,4712; 105,4551',
    '10,4712, 105,4551',
    '10,4712 , 105,4551',
    '10,4712,105,4551',
    '10.4712 105,4551',
    '10.4712，105.4551',
    '(10.4712, 105.4551)',
    '[10.4712, 105.4551]',
    '10.4712, 105.4551.',
    '+10.4712, +105.4551',
    'Ruộng sau đình: 10.4712, 105.4551',
    'lat: 10.4712, lng: 105.4551',
    'latitude 10.4712 longitude 105.4551',
    'vĩ độ 10,4712; kinh độ 105,4551',
    'Vĩ độ: 10,4712, kinh độ: 105,4551',
    '10.4712\u00a0N, 105.4551\u00a0E',
    '10.4712° N, 105.4551° E',
    '10.4712°N 105.4551°E',
    'N10.4712 E105.4551',
    'N 10.4712, E 105.4551',
    '10,4712°B 105,4551°Đ',
    '10.4712 B, 105.4551 Đ',
    'B10.4712 Đ105.4551',
    '10.4712 độ Bắc, 105.4551 độ Đông',
    '10.4712°, 105.4551°',
  ])('then "%s" is the position of the field', (text) => {
    expect(parsePosition(text)).toEqual(found(field));
  });

  it.each([
    '105.4551, 10.4712',
    '105,4551 10,4712',
    '105.4551°E 10.4712°N',
    'Đ105.4551 B10.4712',
    'kinh độ 105.4551° Đ vĩ độ 10.4712° B',
    'lng 105.4551 lat 10.4712',
  ])('then "%s", longitude first, is the position of the field as well', (text) => {
    expect(parsePosition(text)).toEqual(found(field, true));
  });

  it('then named axes decide, also where both numbers could be either axis', () => {
    expect(parsePosition('lon 50.5, lat 10.5')).toEqual(found({ latitude: 10.5, longitude: 50.5 }, true));
  });

  it('then whole degrees and negative ones are read', () => {
    expect(parsePosition('10, 105')).toEqual(found({ latitude: 10, longitude: 105 }));
    expect(parsePosition('-33.8688, -151.2093')).toEqual(found({ latitude: -33.8688, longitude: -151.2093 }));
    expect(parsePosition('−33.8688 151.2093')).toEqual(found({ latitude: -33.8688, longitude: 151.2093 }));
  });

  it('then digits beyond a precision of one metre are cut off', () => {
    expect(parsePosition('10.471234567, 105.455198765')).toEqual(found({ latitude: 10.47123, longitude: 105.4552 }));
  });

  it('then the formatted text is read as the same position', () => {
    expect(parsePosition(positionText(field))).toEqual(found(field));
  });
});

describe('when degrees, minutes and seconds are typed', () => {
  const exact = { latitude: 10.47119, longitude: 105.45511 };
  it.each([
    `10°28'16.3"N 105°27'18.4"E`,
    `10°28'16.3"N, 105°27'18.4"E`,
    `10° 28' 16.3" N 105° 27' 18.4" E`,
    '10°28′16.3″N 105°27′18.4″E',
    '10º28’16,3”N 105º27’18,4”E',
    `10°28'16.3''N 105°27'18.4''E`,
    `10°28'16,3"B 105°27'18,4"Đ`,
    `10°28'16.3"B, 105°27'18.4"D`,
    `N10°28'16.3" E105°27'18.4"`,
    `N 10° 28' 16.3", E 105° 27' 18.4"`,
    `B 10°28'16.3" Đ 105°27'18.4"`,
    '10 độ 28 phút 16,3 giây Bắc, 105 độ 27 phút 18,4 giây Đông',
    '10 28 16.3 N 105 27 18.4 E',
    '10:28:16.3N 105:27:18.4E',
    '10d28m16.3s N 105d27m18.4s E',
    `10°28'16.3", 105°27'18.4"`,
    `10°28'16.3" 105°27'18.4"`,
    '10 28 16.3, 105 27 18.4',
  ])('then "%s" is the position of the field', (text) => {
    expect(parsePosition(text)).toEqual(found(exact));
  });

  it.each([`10°28.272'N 105°27.306'E`, `10° 28,272' B, 105° 27,306' Đ`, '10 28.272 105 27.306'])(
    'then "%s", without seconds, is read',
    (text) => {
      expect(parsePosition(text)).toEqual(found(field));
    },
  );

  it('then N is north in English and south in Vietnamese', () => {
    expect(parsePosition(`10°28.272'N 105°27.306'W`)).toEqual(found({ latitude: 10.4712, longitude: -105.4551 }));
    expect(parsePosition(`10°28.272'N 105°27.306'Đ`)).toEqual(found({ latitude: -10.4712, longitude: 105.4551 }));
    expect(parsePosition(`10°28.272' Nam, 105°27.306' Tây`)).toEqual(found({ latitude: -10.4712, longitude: -105.4551 }));
    expect(parsePosition(`10°28.272'S 105°27.306'E`)).toEqual(found({ latitude: -10.4712, longitude: 105.4551 }));
    expect(parsePosition(`10°28.272'B 105°27.306'T`)).toEqual(found({ latitude: 10.4712, longitude: -105.4551 }));
  });

  it.each([
    `10°61'16"N 105°27'18"E`,
    `10°28'60"N 105°27'18"E`,
    `10.5°28'N 105°27'E`,
    `10°28'N 105°27'N`,
    `-10°28'S 105°27'E`,
    '10 4712 105 4551',
  ])('then "%s" is ambiguous and not accepted', (text) => {
    expect(parsePosition(text)).toEqual({ kind: 'unreadable' });
  });
});

describe('when a link is pasted', () => {
  it.each([
    'https://www.google.com/maps/@10.4712,105.4551,17z',
    'https://www.google.com/maps?q=10.4712,105.4551',
    'https://maps.google.com/?q=10.4712,105.4551&z=17',
    'https://maps.google.com/maps?q=loc:10.4712,105.4551',
    'https://maps.google.com/maps?q=10.4712%2C105.4551',
    'http://maps.google.com/maps?daddr=10.4712,105.4551&ll=1.1,2.2',
    'https://www.google.com/maps/search/?api=1&query=10.4712%2C105.4551',
    'https://www.google.com/maps/search/10.4712,+105.4551?entry=tts',
    'https://www.google.com/maps/dir/?api=1&destination=10.4712,105.4551',
    'https://www.google.com/maps/dir//10.4712,105.4551/@10.9,105.9,12z',
    'https://www.google.com/maps/place/Ch%E1%BB%A3+M%E1%BB%9Bi/@10.5,105.5,15z/data=!4m6!3m5!1s0x0:0x0!8m2!3d10.4712!4d105.4551',
    'www.google.com/maps/@10.4712,105.4551,17z',
    'https://www.openstreetmap.org/#map=17/10.4712/105.4551',
    'https://www.openstreetmap.org/?mlat=10.4712&mlon=105.4551#map=17/10.5/105.5',
    'https://maps.apple.com/?ll=10.4712,105.4551&q=Field',
    'https://www.bing.com/maps?cp=10.4712~105.4551&lvl=17',
    'https://chat.zalo.me/map?lat=10.4712&lng=105.4551',
    'https://zalo.me/location?latitude=10.4712&longitude=105.4551',
    'geo:10.4712,105.4551',
    'geo:10.4712,105.4551;u=12',
    'geo:0,0?q=10.4712,105.4551(Ru%E1%BB%99ng)',
    'Ruộng nhà tôi https://maps.google.com/?q=10.4712,105.4551',
  ])('then the position in %s is read', (link) => {
    expect(parsePosition(link)).toEqual(found(field));
  });

  it('then a dropped pin of Google Maps, written in degrees and minutes, is read', () => {
    const link = `https://www.google.com/maps/place/10%C2%B028'16.3%22N+105%C2%B027'18.4%22E/`;
    expect(parsePosition(link)).toEqual(found({ latitude: 10.47119, longitude: 105.45511 }));
  });

  it.each([
    'https://maps.app.goo.gl/AbCdEf123',
    'https://goo.gl/maps/AbCdEf',
    'goo.gl/maps/AbCdEf',
    'https://zalo.me/s/123456',
    'https://osm.org/go/w8~abc--',
  ])('then %s is recognised as a short link', (link) => {
    expect(parsePosition(link)).toEqual({ kind: 'short-link' });
  });

  it.each(['https://example.com/ruong', 'https://www.google.com/maps/place/Long+Xuyen', 'https://%zz.example/?q=here'])(
    'then %s has no position',
    (link) => {
      expect(parsePosition(link)).toEqual({ kind: 'link-without-position' });
    },
  );
});

describe('when the text is not a position', () => {
  it('then blank text is empty', () => {
    expect(parsePosition('')).toBeUndefined();
    expect(parsePosition(' \n\t')).toBeUndefined();
  });

  it.each(['10.4712', '10,4712', '105', '10,105', '-10.5'])('then "%s" is incomplete', (text) => {
    expect(parsePosition(text)).toEqual({ kind: 'half' });
  });

  it.each(['91.5, 181', '10.4712, 181.5', '-91 95.5', '1047.12, 105.45', 'https://maps.google.com/?q=95,195'])(
    'then "%s" is out of range',
    (text) => {
      expect(parsePosition(text)).toEqual({ kind: 'out-of-range' });
    },
  );

  it.each([
    'Long Điền A',
    '10.4712551, 105.4, 3',
    'abc 10.4 def',
    '10..4, 105.4',
    '1e3, 5',
    '10.4712, 105.4551 105.4551',
    '°, °',
    '-',
    ',',
    'NaN NaN',
  ])('then "%s" is unreadable', (text) => {
    expect(parsePosition(text)).toEqual({ kind: 'unreadable' });
  });

  it('then no text makes it throw or return a position out of range', () => {
    const signs = ['10', '.', ',', ' ', '-', '°', "'", '"', 'N', 'E', 'B', 'Đ', '105', ';', 'geo:', 'https://', '?q=', '%', '@', '/'];
    let seed = 7;
    const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648);
    for (let n = 0; n < 20_000; n += 1) {
      const text = Array.from({ length: 1 + (next() % 12) }, () => signs[next() % signs.length]).join('');
      const parsed = parsePosition(text);
      if (parsed?.kind !== 'position') continue;
      expect(Math.abs(parsed.position.latitude)).toBeLessThanOrEqual(90);
      expect(Math.abs(parsed.position.longitude)).toBeLessThanOrEqual(180);
    }
  });
});
