import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let farmer: Caller;
let receptionist: Caller;

beforeAll(async () => {
  service = await startService();
  farmer = await signedIn(service, 'farmer');
  receptionist = await signedIn(service, 'receptionist');
});
afterAll(() => service.close());

test('when a farmer reads the crew of an order, then names, skills and phone numbers only, and no number once the order is closed', async () => {
  const sprayer = await signedIn(service, 'sprayer', { fullName: 'Lê Văn Bay' });
  const { id } = await placed(farmer, { confirmed: true });
  await receptionist.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: [Number(sprayer.id)] });
  const contact = { id: Number(sprayer.id), fullName: 'Lê Văn Bay', phoneNumber: sprayer.phoneNumber, expertise: 'expert' };
  const crew = async () => (await farmer.get(`/api/farmer/order/${id}/crew`)).body.content;
  expect(await crew()).toEqual([contact]);
  expect((await farmer.get(`/api/farmer/order/${id}/crew?sort=email`)).body.code).toBe('VALIDATION_FAILED');
  await receptionist.post(`/api/receptionist/order/${id}/cancel`, { reason: 'Mưa' });
  expect(await crew()).toEqual([{ ...contact, phoneNumber: null }]);
});

interface Node {
  $ref?: string;
  properties?: Record<string, Node>;
  [key: string]: unknown;
}

test('when a farmer or sprayer reads anything, then addresses of other people are only where the contract has a user', async () => {
  const { paths, components } = (await (await fetch(`${service.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { responses: Record<string, Node> }>>;
    components: { schemas: Record<string, Node> };
  };
  // A user inside an order, and notifications, are defined by the contract.
  const inContract = new Set(['Order', 'FarmerOrder', 'Recipient']);
  const hasAddress = (node: unknown, seen: Set<string>): boolean => {
    if (typeof node !== 'object' || node === null) return false;
    const { $ref, properties } = node as Node;
    const name = $ref?.split('/').at(-1);
    if (name !== undefined) {
      if (inContract.has(name) || seen.has(name)) return false;
      return hasAddress(components.schemas[name], seen.add(name));
    }
    if (properties !== undefined && ('street' in properties || 'email' in properties)) return true;
    return Object.values(node).some((each) => hasAddress(each, seen));
  };
  const found = Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations).some(({ responses }) => hasAddress(responses?.['200'], new Set())) &&
    /^\/api\/(farmer|sprayer|common)\//.test(path)
      ? [path]
      : [],
  );
  // The reader's own data, the address of the company on documents, and the contact of a sensitive place, whom the crew warns.
  expect(found.sort()).toEqual([
    '/api/common/identity',
    '/api/common/notification/setting',
    '/api/common/profile',
    '/api/farmer/booking-request',
    '/api/farmer/order/{id}/invoice',
    '/api/farmer/order/{id}/receipt',
    '/api/farmer/spray-record/{id}',
    '/api/sprayer/order/{id}/sensitive-place',
    '/api/sprayer/spray-record/{id}',
  ]);
});
