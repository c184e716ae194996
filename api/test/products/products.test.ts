import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Caller, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let admin: Caller;
let office: Caller;
let sprayer: Caller;

beforeAll(async () => {
  service = await startService();
  [admin, office, sprayer] = await Promise.all([
    signedIn(service, 'admin'),
    signedIn(service, 'receptionist'),
    signedIn(service, 'sprayer'),
  ]);
});
afterAll(() => service.close());

const use = { cropId: 2, target: 'Rice blast', doseMin: 0.3, doseMax: 0.5, doseUnit: 'l/ha', maxApplications: 2, preHarvestDays: 14 };
const product = {
  name: 'Blast Away',
  authorisationNumber: '17/BVTV',
  activeIngredients: 'tricyclazole 750 g/kg',
  reEntryHours: 24,
  uses: [use],
};
const refused = ({ status, body }: Answer) => [status, body.code];
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function upload(path: string, file: string | Uint8Array, type = 'text/csv'): Promise<Answer> {
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': type };
  const response = await fetch(service.url + path, { method: 'POST', headers, body: file as string });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}
const download = async (path: string) =>
  new Uint8Array(await (await fetch(service.url + path, { headers: { authorization: `Bearer ${admin.token}` } })).arrayBuffer());

describe('the product register', () => {
  test('when an admin adds a product, then office and sprayers find it by words of its name, number or ingredients', async () => {
    const added = await admin.post('/api/admin/product', product);
    expect(added.body).toMatchObject({ ...product, version: 1, withdrawnOn: null, uses: [{ ...use, waterRate: null }] });
    expect(added.headers.get('etag')).toBe('"1"');
    for (const search of ['blast', '17', 'TRICYC'])
      expect((await office.get(`/api/receptionist/product/?search=${search}`)).body.content, search).toMatchObject([
        { name: 'Blast Away' },
      ]);
    expect((await sprayer.get('/api/sprayer/product/?cropId=2&usableOn=2026-11-17')).body.page.totalElements).toBe(1);
    expect((await sprayer.get('/api/sprayer/product/?cropId=1')).body.page.totalElements).toBe(0);
  });

  test('when the number is taken, in any case, then it is refused', async () => {
    const again = { ...product, authorisationNumber: '17/bvtv' };
    expect(refused(await admin.post('/api/admin/product', again))).toEqual([409, 'PRODUCT_EXISTS']);
  });

  test('when a use is wrong, then its field is named', async () => {
    const wrong = {
      ...product,
      authorisationNumber: '18',
      uses: [
        { ...use, doseMax: 0.2 },
        { ...use, cropId: 99 },
      ],
    };
    const { body } = await admin.post('/api/admin/product', wrong);
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['uses.0.doseMax', 'uses.1.cropId']);
  });

  test('when 50 admins change the same version at once, then one succeeds, and the audit trail has one change', async () => {
    const { id } = (await admin.post('/api/admin/product', { ...product, authorisationNumber: '50' })).body;
    const change = (hours: number) =>
      admin.put(
        `/api/admin/product/${id}`,
        { ...product, authorisationNumber: '50', reEntryHours: hours, uses: [] },
        { 'if-match': '"1"' },
      );
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => change(100 + n)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(new Set(['PRODUCT_CHANGED']));
    const { body } = await admin.get('/api/admin/audit/?action=product_update');
    expect(body.content).toMatchObject([{ subjectType: 'product', subjectId: id }]);
    expect(body.content[0].changes.map(({ field }: { field: string }) => field)).toEqual(['reEntryHours', 'uses']);
    expect((await office.get(`/api/receptionist/product/${id}`)).body).toMatchObject({ version: 2, uses: [] });
  });
});

describe('files of products', () => {
  test.each(['csv', 'xlsx'])('when an export as %s is imported, then everything is unchanged', async (extension) => {
    await admin.post('/api/admin/product', {
      ...product,
      name: '=cmd|1',
      authorisationNumber: `-${extension}`,
      withdrawnOn: '2027-01-01',
      uses: [],
    });
    const file = await download(`/api/admin/product.${extension}?language=vi`);
    const { body } = await upload('/api/admin/product-import', file, extension === 'csv' ? 'text/csv' : xlsxType);
    expect(body).toMatchObject({ added: 0, changed: 0 });
    expect(body.unchanged).toBeGreaterThanOrEqual(3);
  });

  test('when a file has a new and a changed product, then the preview shows both and stores nothing, and the import stores both', async () => {
    const file =
      'Name,Authorisation number,Active ingredients,Re-entry hours,Crop,Target,Smallest dose,Largest dose,Unit\r\nBlast Away,17/BVTV,tricyclazole 750 g/kg,48,cereal,Rice blast,0.3,0.5,l/ha\r\nMite Stop,99,abamectin,,Cây ăn trái,Mites,200,300,ml/ha\r\n';
    const expected = { added: 1, changed: 1, unchanged: 0 };
    expect((await upload('/api/admin/product-import/preview', file)).body).toMatchObject(expected);
    expect((await office.get('/api/receptionist/product/?search=mite')).body.page.totalElements).toBe(0);
    expect((await upload('/api/admin/product-import', file)).body).toMatchObject(expected);
    expect((await office.get('/api/receptionist/product/?search=mite')).body.content).toMatchObject([
      { uses: [{ cropId: 1, doseUnit: 'ml/ha' }] },
    ]);
    expect((await admin.get('/api/admin/audit/?action=product_import')).body.content).toHaveLength(1);
    const found = Buffer.from(await download('/api/admin/product.csv?search=mite'))
      .toString('utf8')
      .trim()
      .split('\r\n');
    expect(found).toEqual([expect.any(String), expect.stringContaining('"Mite Stop"')]);
  });

  test('when one cell is wrong, then it is named and nothing is stored', async () => {
    const file = 'Name,Authorisation number,Active ingredients,Re-entry hours\r\nGood,G1,a,1\r\nBad,B1,b,soon\r\n';
    const { status, body } = await upload('/api/admin/product-import', file);
    expect([status, body.errors]).toEqual([400, [{ path: 'D3', message: 'must be a whole number' }]]);
    expect((await office.get('/api/receptionist/product/?search=good')).body.page.totalElements).toBe(0);
  });

  test.each([
    ['an empty file', '', 'PRODUCT_FILE_UNREADABLE'],
    ['a file that is not a table', 'PK\u0003\u0004nothing', 'PRODUCT_FILE_UNREADABLE'],
    ['too many rows', `Name,Authorisation number,Active ingredients\r\n${'a,b,c\r\n'.repeat(5001)}`, 'PRODUCT_FILE_TOO_LARGE'],
  ])('when it is %s, then it is refused', async (_, file, code) => {
    expect((await upload('/api/admin/product-import/preview', file)).body.code).toBe(code);
  });
});
