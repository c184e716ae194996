import { expect, test } from 'vitest';
import { actionsOfWebApp, actionsWithoutJourney } from './action-coverage.ts';

test('when the source of the web app is parsed, then the actions of every role are found', () => {
  const actions = actionsOfWebApp();
  expect(actions.length).toBeGreaterThan(45);
  expect(actions).toEqual(
    expect.arrayContaining([
      'POST /api/auth/login',
      'POST /api/farmer/order/{id}/feedback/photo',
      'POST /api/receptionist/order/{id}/cancel',
      'PUT /api/receptionist/order/{id}/sprayers',
      'POST /api/sprayer/order/{id}/finish',
      'DELETE /api/admin/webhook/{id}',
    ]),
  );
});

test('when no request of an action was accepted, then the action is reported', () => {
  const actions = ['POST /api/farmer/order', 'POST /api/farmer/order/{id}/cancel', 'PATCH /api/farmer/order/{id}'];
  const accepted = ['POST /api/farmer/order', 'POST /api/farmer/order/7/confirm', 'PATCH /api/farmer/order/7'];
  expect(actionsWithoutJourney(actions, accepted)).toEqual(['POST /api/farmer/order/{id}/cancel']);
});
