import { expect, test } from 'vitest';
import { pageFilesAt, signedInFrame, signedInPages, signedOutPages } from './page-files.ts';

test.each([
  ['/', 'farmer', signedInPages['/']?.farmer],
  ['/', 'admin', signedInPages['/']?.receptionist],
  ['/orders/', 'sprayer', signedInPages['/orders']?.sprayer],
  ['/orders/17', 'receptionist', signedInPages['/orders/:id']?.receptionist],
  ['/company', 'admin', signedInPages['/company/*']?.admin],
  ['/company/users/3', 'admin', signedInPages['/company/*']?.admin],
  ['/sign-in', 'farmer', signedInPages['/']?.farmer],
] as const)('when %s is opened by %s, then the file of that page is fetched', (path, role, page) => {
  expect(page).toBeDefined();
  expect(pageFilesAt(path, role)).toEqual([signedInFrame, page]);
});

test('when a role has no such page, then only the frame is fetched', () => {
  expect(pageFilesAt('/figures', 'farmer')).toEqual([signedInFrame]);
  expect(pageFilesAt('/nowhere', 'farmer')).toEqual([signedInFrame]);
  expect(pageFilesAt('/orders/17/more', 'farmer')).toEqual([signedInFrame]);
});

test('when no user is signed in, then the signed-out page is fetched', () => {
  expect(pageFilesAt('/sign-up', undefined)).toEqual([signedOutPages['/sign-up']]);
  expect(pageFilesAt('/reset', 'farmer')).toEqual([signedOutPages['/reset']]);
  expect(pageFilesAt('/orders', undefined)).toContain(signedOutPages['/sign-in']);
});
