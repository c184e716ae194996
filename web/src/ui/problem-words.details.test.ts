import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { translateDetail } from './problem-words.details.ts';

const service = new URL('../../../api/src/', import.meta.url).pathname;
const rules = await import(`${service}orders/order-rules.ts`);
const statuses = ['pending', 'confirmed', 'assigned', 'in_progress', 'completed', 'cancelled'];
const roles = ['farmer', 'receptionist', 'sprayer', 'admin'];
// Only in the history of an order: no refusal names them.
const notRefused = ['late_report', 'set_aside_report', 'weather_override', 'weather_unaware', 'ban_override', 'unassign'];

test('when a transition is refused in any state, then its detail has a Vietnamese translation', () => {
  const details = new Set<string>();
  for (const action of rules.actions as string[])
    for (const status of statuses)
      for (const role of roles)
        try {
          if (!notRefused.includes(action)) rules.checkAllowed(action, status, role);
        } catch (error) {
          details.add((error as Error).message);
        }
  expect(details.size).toBeGreaterThan(20);
  expect([...details].filter((detail) => translateDetail(detail) === undefined)).toEqual([]);
});

test('when the facts of an order refuse an action, then the detail has a Vietnamese translation', () => {
  const files = ['orders/order-rules.ts', 'fieldwork/decide-area.ts', 'fieldwork/send-late-report.ts', 'fieldwork/order-message-rules.ts'];
  files.push('feedback/give-feedback.ts', 'feedback/add-order-photo.ts');
  const text = files.map((file) => readFileSync(service + file, 'utf8')).join('\n');
  const literal = /(['`])((?:(?!\1).)*)\1/g;
  const instead = [...text.matchAll(/const instead =((?:.|\n)*?);\n/g)]
    .flatMap(([, value = '']) => [...value.matchAll(literal)])
    .map(([, , found]) => found);
  const refused = [...text.matchAll(/refusalDetail\((?:order|\{ status \}), '([^']+)'/g)].map(([, found]) => found);
  expect([instead.length, refused.length].every((count) => count >= 5)).toBe(true);
  const sentences = instead
    .filter((found) => found !== undefined && !statuses.includes(found))
    .map((found) => found?.replace(/\$\{[^}]*\}/g, '7'));
  for (const sentence of sentences) {
    const detail = rules.refusalDetail({ status: 'in_progress', reported: true, objected: false }, 'rate it', sentence);
    expect([sentence, translateDetail(detail)]).toEqual([sentence, expect.stringContaining('đang chờ bà con nghiệm thu')]);
  }
  for (const action of refused) {
    const detail = rules.refusalDetail({ status: 'in_progress', reported: false }, action, 'You can rate it once it is completed.');
    expect([action, translateDetail(detail)]).toEqual([action, expect.stringContaining('chưa báo xong')]);
  }
});

test('when a detail has an unknown part, then there is no translation', () => {
  expect(translateDetail('The order is purple, so you cannot cancel now. Nothing more can be done with it.')).toBeUndefined();
});

test('when a place was taken, then the detail has the date in the Vietnamese format', () => {
  expect(translateDetail('2026-11-20 at 06:00 has just been taken. Please choose another session or date.')).toBe(
    '20/11/2026 lúc 06:00 vừa có người khác đặt. Xin chọn giờ hoặc ngày khác.',
  );
});

test('when a page has another address than the service, then the Vietnamese refusal names what to set', async () => {
  const { OwnOrigin } = await import(`${service}platform/http/own-origin.ts`);
  const own = new OwnOrigin({ publicUrl: 'http://localhost:8080', isPublicUrlSet: false });
  for (const origin of ['https://spray.example', 'null', undefined]) {
    const translated = translateDetail(own.refuse({ headers: { origin }, host: '127.0.0.1:8080' }).message);
    expect(translated).toContain(origin === 'https://spray.example' ? 'SWATH_PUBLIC_URL=https://spray.example' : 'Chỉ các trang');
  }
});
