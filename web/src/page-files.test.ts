import { expect, test } from 'vitest';
import { filesAt, outside, places, signedIn } from './page-files.ts';

test.each([
  ['/', 'farmer', places['/']?.farmer],
  ['/', 'admin', places['/']?.receptionist],
  ['/orders/', 'sprayer', places['/orders']?.sprayer],
  ['/orders/17', 'receptionist', places['/orders/:id']?.receptionist],
  ['/company', 'admin', places['/company/*']?.admin],
  ['/company/users/3', 'admin', places['/company/*']?.admin],
  ['/sign-in', 'farmer', places['/']?.farmer],
] as const)('when someone opens %s as %s, then the page that they see there is fetched', (path, role, page) => {
  expect(page).toBeDefined();
  expect(filesAt(path, role)).toEqual([signedIn, page]);
});

test('when there is no such page for a role, then just the frame is fetched', () => {
  expect(filesAt('/figures', 'farmer')).toEqual([signedIn]);
  expect(filesAt('/nowhere', 'farmer')).toEqual([signedIn]);
  expect(filesAt('/orders/17/more', 'farmer')).toEqual([signedIn]);
});

test('when nobody is signed in, then the page for that is fetched', () => {
  expect(filesAt('/sign-up', undefined)).toEqual([outside['/sign-up']]);
  expect(filesAt('/reset', 'farmer')).toEqual([outside['/reset']]);
  expect(filesAt('/orders', undefined)).toContain(outside['/sign-in']);
});
