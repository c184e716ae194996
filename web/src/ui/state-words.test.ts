import { expect, test } from 'vitest';
import { calendarWords } from '../../../api/src/calendar/calendar-words.ts';
import { cropWords } from '../../../api/src/catalog/crop-word-rules.ts';
import { orderStatusWords, paymentStatusWords } from '../../../api/src/orders/order-word-rules.ts';
import { presetReasons } from '../../../api/src/orders/preset-reason-rules.ts';
import { exportWords } from '../../../api/src/reports/export-words.ts';
import { listWords } from '../../../api/src/reports/list-words.ts';
import { valueWords } from '../../../api/src/spreadsheets/value-word-rules.ts';
import { officeOrderWords } from '../orders/detail/office-order-words.ts';
import { reasonFor, presetReasons as shownReasons } from '../orders/preset-reasons.ts';
import { rebookingWords } from '../rebooking/rebooking-words.ts';
import { stateWords } from './state-words.ts';

test('when the service names a crop in a message or a file, then it has the name of the app', () => {
  expect({ en: stateWords.en.crop, vi: stateWords.vi.crop }).toEqual(cropWords);
});

test.each(['en', 'vi'] as const)(
  'when the service names a state, role or skill in a file or calendar, then it has the name of the app (%s)',
  (language) => {
    const { order, payment, method, role, expertise } = stateWords[language];
    // A state of pages only: the work is reported and not signed off.
    const { awaiting_sign_off: _, ...states } = order;
    expect(states).toEqual(orderStatusWords[language]);
    expect(calendarWords[language].statuses).toEqual(states);
    expect([exportWords[language].values, listWords.orderStatus[language]]).toMatchObject([states, states]);
    expect(payment).toEqual(paymentStatusWords[language]);
    expect([exportWords[language].payment, listWords.paymentStatus[language]]).toEqual([payment, payment]);
    expect(listWords.paymentMethod[language]).toEqual(valueWords[language].paymentMethod);
    expect(method).toMatchObject(valueWords[language].paymentMethod);
    expect({ role, expertise }).toEqual({ role: valueWords[language].role, expertise: valueWords[language].expertise });
  },
);

test.each(['en', 'vi'] as const)(
  'when the office chooses a reason from the list, then messages have it in both languages (%s)',
  (language) => {
    const { farmersReason, reasons } = officeOrderWords[language];
    const { commonReasons } = rebookingWords[language];
    expect([...new Set([farmersReason, ...reasons, ...commonReasons])]).toEqual(presetReasons[language]);
    expect(shownReasons[language]).toEqual(presetReasons[language]);
    // The history of the order shows them in the language of its reader.
    for (const written of Object.values(presetReasons))
      expect(written.map((reason) => reasonFor(language, reason))).toEqual(presetReasons[language]);
    expect(reasonFor(language, 'Nhà có giỗ')).toBe('Nhà có giỗ');
  },
);
