import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderInState, removeBookingLimits, waitForOutbox } from '../arrange.ts';
import { type Answer, type Caller, signedIn } from '../factories.ts';
import { type Service, startService, testNow } from '../harness.ts';

let service: Service;
let admin: Caller;
let office: Caller;
let farmer: Caller;
let sprayer: Caller;
let productId: number;

const use = { cropId: 1, target: 'Mites', doseMin: 0.3, doseMax: 0.5, doseUnit: 'l/ha', maxApplications: 2, preHarvestDays: 14 };
const product = { name: 'Mite Stop', authorisationNumber: 'M1', activeIngredients: 'abamectin', reEntryHours: 24 };
const mixOf = (dose = 0.4, id = productId) => ({ waterRate: 20, products: [{ productId: id, dose, doseUnit: 'l/ha' }] });
const put = (who: Caller, id: number, body: object, headers?: Record<string, string>) =>
  who.put(`/api/${who.role === 'sprayer' ? 'sprayer' : 'receptionist'}/order/${id}/mix`, body, headers);
const codes = ({ body }: Answer) => body.errors?.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);

/** An order of crop 1; at a place of its own, if none is given. */
let places = 0;
function ordered(location = `Place ${places++}`, orderStatus: 'assigned' | 'cancelled' = 'assigned', crew: Caller[] = []): Promise<number> {
  const state = { orderStatus, paymentStatus: 'pending', paymentMethod: 'cash' } as const;
  const overrides = { date: '2026-12-01', location, cropType: { id: 1 } };
  return orderInState(service, farmer, state, crew, overrides).then(({ id }) => id);
}

beforeAll(async () => {
  service = await startService();
  await removeBookingLimits(service);
  [admin, office, farmer] = await Promise.all([signedIn(service, 'admin'), signedIn(service, 'receptionist'), signedIn(service, 'farmer')]);
  sprayer = await signedIn(service, 'sprayer');
  productId = (await admin.post('/api/admin/product', { ...product, uses: [use] })).body.id;
});
afterAll(() => service.close());

describe('the mix of an order', () => {
  test('when the office sets it, then office and crew read it; another sprayer and the farmer do not', async () => {
    const id = await ordered(undefined, undefined, [sprayer]);
    expect((await office.get(`/api/receptionist/order/${id}/mix`)).body).toMatchObject({
      orderId: id,
      version: 0,
      waterRate: null,
      products: [],
    });
    const set = await put(office, id, mixOf());
    expect([set.status, set.headers.get('etag')]).toEqual([200, '"1"']);
    expect((await sprayer.get(`/api/sprayer/order/${id}/mix`)).body).toMatchObject({
      version: 1,
      waterRate: 20,
      products: [{ productId, name: 'Mite Stop', target: 'Mites', dose: 0.4, preHarvestDays: 14 }],
      override: null,
      breaches: [],
    });
    expect((await office.get(`/api/receptionist/order-mix/?orderId=${id}`)).body.content).toMatchObject([{ orderId: id, version: 1 }]);
    const other = await signedIn(service, 'sprayer');
    expect((await other.get(`/api/sprayer/order/${id}/mix`)).status).toBe(404);
    expect((await put(other, id, mixOf())).status).toBe(404);
    expect((await put(sprayer, id, mixOf(0.5))).body).toMatchObject({ version: 2, products: [{ dose: 0.5 }] });
  });

  test('when it changes, then the history has it, the crew is notified, and the version of the order stays', async () => {
    const crew = await signedIn(service, 'sprayer');
    const id = await ordered(undefined, undefined, [crew]);
    const { headers } = await office.get(`/api/receptionist/order/${id}`);
    for (const dose of [0.3, 0.3, 0.4]) await put(office, id, mixOf(dose));
    await waitForOutbox(service);
    const steps = (await office.get(`/api/receptionist/order/${id}/timeline?size=50`)).body.content;
    const reasons = steps.filter(({ action }: { action: string }) => action === 'mix').map(({ reason }: { reason: string }) => reason);
    expect(reasons).toEqual(['Mite Stop: 0.3 l/ha; 20 l/ha', 'Mite Stop: 0.4 l/ha; 20 l/ha']);
    const inbox = (await crew.get('/api/common/notification/?size=50')).body.content;
    expect(inbox.filter(({ text }: { text: string }) => text.includes('Mite Stop: 0.4 l/ha'))).toHaveLength(1);
    expect((await office.get(`/api/receptionist/order/${id}`)).headers.get('etag')).toBe(headers.get('etag'));
  });

  test('when it breaks the label, then every field is named with its code, and nothing is stored', async () => {
    const id = await ordered();
    expect(codes(await put(office, id, mixOf(0.51)))).toEqual(['products.0.dose DOSE_OUTSIDE_LABEL']);
    const withdrawn = { ...product, name: 'Old', authorisationNumber: 'M2', withdrawnOn: '2020-01-01', uses: [{ ...use, cropId: 2 }] };
    const oldId = (await admin.post('/api/admin/product', withdrawn)).body.id;
    const answer = await put(office, id, mixOf(0.4, oldId));
    expect([answer.status, answer.body.code]).toEqual([409, 'LABEL_NOT_FOLLOWED']);
    expect(codes(answer)).toEqual(['products.0.productId PRODUCT_WITHDRAWN', 'products.0.useId CROP_NOT_ON_LABEL']);
    expect((await office.get(`/api/receptionist/order/${id}/mix`)).body.version).toBe(0);
  });

  test('when a receptionist gives a reason, then it is refused; when an admin does, then it is kept in the audit trail', async () => {
    const id = await ordered();
    const body = { ...mixOf(2), overrideReason: ' Trial with the institute ' };
    expect((await put(office, id, body)).body.code).toBe('LABEL_NOT_FOLLOWED');
    const allowed = await put(admin, id, body);
    expect(allowed.body).toMatchObject({ override: { reason: 'Trial with the institute' }, breaches: [{ code: 'DOSE_OUTSIDE_LABEL' }] });
    expect((await admin.get('/api/admin/audit/?action=order_mix_override')).body.content).toMatchObject([
      {
        subjectType: 'order',
        subjectId: id,
        changes: [{ field: 'products' }, { to: 'DOSE_OUTSIDE_LABEL' }, { to: 'Trial with the institute' }],
      },
    ]);
    expect((await put(admin, id, { ...mixOf(), overrideReason: 'Not needed' })).body.override).toBeNull();
  });

  test('when the season has the most applications, then another is refused; other places, years and cancelled orders do not count', async () => {
    const ids = await Promise.all([ordered('Season'), ordered('Season'), ordered('Season'), ordered('Elsewhere')]);
    const [first = 0, second = 0, third = 0, elsewhere = 0] = ids;
    for (const id of [first, second, elsewhere]) expect((await put(office, id, mixOf())).status).toBe(200);
    expect(codes(await put(office, third, mixOf()))).toEqual(['products.0.maxApplications TOO_MANY_APPLICATIONS']);
    expect((await put(office, second, mixOf(0.5))).status).toBe(200);
    await service.sql("update spray_order set date = date - interval '1 year' where id = $1", [second]);
    expect((await put(office, third, mixOf())).status).toBe(200);
  });

  test('when some orders of a place have its field already and others do not, then all of them count', async () => {
    const ids = [await ordered('Becomes a field'), await ordered('Becomes a field'), await ordered('Becomes a field')];
    await waitForOutbox(service);
    const [first = 0, second = 0, third = 0] = ids;
    await service.sql('delete from order_field where order_id = $1', [first]);
    for (const id of [first, second]) expect((await put(office, id, mixOf())).status).toBe(200);
    expect(codes(await put(office, third, mixOf()))).toEqual(['products.0.maxApplications TOO_MANY_APPLICATIONS']);
  });

  test('when 50 orders of a place get the product at once, then only the allowed number do', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 50; n++) ids.push(await ordered('Race'));
    const answers = await Promise.all(ids.map((id) => put(office, id, mixOf())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  });

  test('when 50 people set it at once from the same version, then one succeeds', async () => {
    const id = await ordered();
    const answers = await Promise.all(Array.from({ length: 50 }, () => put(office, id, mixOf(), { 'if-match': '"0"' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(new Set(['MIX_CHANGED']));
  });

  test('when the order is cancelled, or a product is unknown or there twice, then it is refused', async () => {
    expect((await put(office, await ordered('Gone', 'cancelled'), mixOf())).body.code).toBe('ACTION_NOT_ALLOWED');
    const id = await ordered();
    const [line] = mixOf().products;
    const twice = await put(office, id, { waterRate: 20, products: [line, line, { ...line, productId: 999999 }] });
    expect(twice.body.errors.map(({ path }: { path: string }) => path)).toEqual(['products.1.productId', 'products.2.productId']);
  });

  test('when a label changed since, then the crew sees it and cannot start, unless it began offline or an admin allows the mix', async () => {
    const { id: changing, version } = (await admin.post('/api/admin/product', { ...product, authorisationNumber: 'M3', uses: [use] })).body;
    const crew = await signedIn(service, 'sprayer');
    const jobs: number[] = [];
    const state = { orderStatus: 'assigned', paymentStatus: 'pending', paymentMethod: 'cash' } as const;
    for (const session of [1, 2, 3]) {
      const overrides = { date: '2026-11-16', session: { id: session }, location: `Start ${session}`, cropType: { id: 1 } };
      jobs.push((await orderInState(service, farmer, state, [crew], overrides)).id);
    }
    for (const job of jobs) expect((await put(office, job, mixOf(0.4, changing))).status).toBe(200);
    const unsaid = { rainFastHours: null, beeHazard: null, bufferMetres: null };
    const withdrawn = { ...product, ...unsaid, authorisationNumber: 'M3', withdrawnOn: '2026-11-01', uses: [use] };
    expect((await admin.put(`/api/admin/product/${changing}`, withdrawn, { 'if-match': `"${version ?? 1}"` })).status).toBe(200);
    const [refused, offline, allowed] = jobs as [number, number, number];
    expect((await crew.get(`/api/sprayer/order/${refused}/mix`)).body.breaches).toMatchObject([{ code: 'PRODUCT_WITHDRAWN' }]);
    service.clock.now = new Date('2026-11-16T01:00:00Z');
    const answer = await crew.post(`/api/sprayer/order/${refused}/start`);
    expect([answer.body.code, codes(answer)]).toEqual(['LABEL_NOT_FOLLOWED', ['products.0.productId PRODUCT_WITHDRAWN']]);
    const startedAt = service.clock.now.toISOString();
    const began = `/api/sprayer/order/${offline}/start?startedAt=${encodeURIComponent(startedAt)}&clockOffsetMs=0`;
    expect((await crew.post(began, { offline: true })).status).toBe(200);
    await put(admin, allowed, { ...mixOf(0.4, changing), overrideReason: 'Last stock, allowed by the authority' });
    expect((await crew.post(`/api/sprayer/order/${allowed}/start`)).status).toBe(200);
    service.clock.now = testNow;
  });
});
