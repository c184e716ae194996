import { expect, test } from 'vitest';
import { usersIn } from './audit-name-rules.ts';

test('users are found in all fields that hold ids of users, each once', () => {
  const changes = [
    { field: 'sprayerId', from: null, to: '5' },
    { field: 'sprayerIds', from: '5, 6', to: '7' },
    { field: 'userId', from: null, to: 8 },
    { field: 'mergedInto', from: null, to: '9' },
    { field: 'dailyJobLimit', from: 3, to: 4 },
    { field: 'farmerId', from: 'nobody', to: '12345678901234567890' },
  ];
  expect(usersIn(changes)).toEqual(['5', '6', '7', '8', '9']);
});
