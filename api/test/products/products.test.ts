import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Caller, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';
import { checked, refusedRows, root, run } from '../spreadsheets/sheet-calls.ts';

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
/** What a change must send besides. */
const nothingElse = { rainFastHours: null, beeHazard: null, bufferMetres: null, withdrawnOn: null };
const refused = ({ status, body }: Answer) => [status, body.code];
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

  test('when products are listed, then the alphabet decides, without case and accents, and numbers by their value', async () => {
    const inOrder = ['Xanh 5 EC', 'xanh 20 EC', 'Xanh đọt', 'xanh Gạo', 'Xanh ửng'];
    for (const [n, name] of [...inOrder].reverse().entries())
      expect((await admin.post('/api/admin/product', { ...product, name, authorisationNumber: `X${n}` })).status).toBe(200);
    const listed = async (query: string) =>
      (await office.get(`/api/receptionist/product/?search=xanh${query}`)).body.content.map(({ name }: { name: string }) => name);
    expect(await listed('')).toEqual(inOrder);
    expect(await listed('&sort=name,desc')).toEqual([...inOrder].reverse());
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
        { ...product, ...nothingElse, authorisationNumber: '50', reEntryHours: hours, uses: [] },
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
  const titles = 'Name,Authorisation number,Active ingredients,Re-entry hours,Crop,Target,Smallest dose,Largest dose,Unit';
  const named = async (search: string) => (await office.get(`/api/receptionist/product/?search=${search}`)).body.content;

  test('when exports in either format and language are imported, then everything is the same', async () => {
    await admin.post('/api/admin/product', {
      ...{ ...product, name: '=cmd|1, "x"', authorisationNumber: '-5', rainFastHours: 1.25, beeHazard: 'high', bufferMetres: 0 },
      ...{ withdrawnOn: '2027-01-02', uses: [{ ...use, cropId: 1, target: '@mites', waterRate: 20 }, use] },
    });
    await admin.post('/api/admin/product', { ...product, authorisationNumber: 'no use', uses: [] });
    for (const path of ['product.csv?language=en', 'product.csv?language=vi', 'product.xlsx?language=en', 'product.xlsx?language=vi']) {
      const { questions, counts, rows } = await checked(service, admin, 'products', await download(`/api/admin/${path}`));
      expect([path, questions, counts]).toEqual([path, [], { new: 0, same: rows, changed: 0, refused: 0 }]);
    }
  });

  test('when a file adds and changes products and uses, then it is checked, applied and undone', async () => {
    const { body: known } = await admin.post('/api/admin/product', { ...product, name: 'Known', authorisationNumber: 'K1' });
    const lines = [
      'Known,k1,tricyclazole,48,cereal,rice BLAST,0.4,0.5,l/ha',
      'Known,k1,tricyclazole,48,Cây ăn trái,Mites,200,300,ml/ha',
      'Mite Stop,99,abamectin,,Fruit,Mites,200,300,ml/ha',
      'Mite Stop,99,abamectin,,Lúa,Mites,"0,25",0.3,lít/ha',
      'Mite Stopp,99,abamectin,,Rau màu,Mites,1,2,l/ha',
      'Mite Stop,99,abamectin,,Fruit,mites,200,300,ml/ha',
      'Wrong,W1,a,soon,cactus,,3,2,gallons',
    ];
    const sheet = await checked(service, admin, 'products', `${titles}\n${lines.join('\n')}\n`);
    expect(sheet.counts).toEqual({ new: 2, same: 0, changed: 2, refused: 3 });
    expect(await refusedRows(admin, sheet.id)).toEqual([
      [6, 'name', 'must be the same as in row 4'],
      [7, 'target', 'is also in row 4'],
      [8, 'reEntryHours', 'must be a number'],
      [8, 'crop', 'is not a crop that we spray'],
      [8, 'target', 'is required'],
      [8, 'doseUnit', 'must be one of l/ha, ml/ha, kg/ha, g/ha'],
    ]);
    const { content } = (await admin.get(`${root}/${sheet.id}/row/?outcome=changed`)).body;
    const shown = ({ details }: { details: { field: string; from: string; to: string }[] }) =>
      details.map(({ field, from, to }) => [field, from, to]);
    expect(content.map(shown)).toEqual([
      [
        ['authorisationNumber', 'K1', 'k1'],
        ['activeIngredients', 'tricyclazole 750 g/kg', 'tricyclazole'],
        ['reEntryHours', '24', '48'],
        ['target', 'Rice blast', 'rice BLAST'],
        ['doseMin', '0.3', '0.4'],
      ],
      [
        ['crop', null, 'fruit'],
        ['target', null, 'Mites'],
        ['doseMin', null, '200'],
        ['doseMax', null, '300'],
        ['doseUnit', null, 'ml/ha'],
      ],
    ]);
    expect(await named('mite')).toEqual([]);
    expect(await run(admin, sheet.id, 'apply')).toMatchObject({ state: 'applied', failure: null });
    expect(await named('mite')).toMatchObject([
      {
        name: 'Mite Stop',
        uses: [
          { cropId: 1, doseUnit: 'ml/ha' },
          { cropId: 2, doseMin: 0.25, doseUnit: 'l/ha' },
        ],
      },
    ]);
    const read = async () => (await office.get(`/api/receptionist/product/${known.id}`)).body;
    // Empty cells, and columns that the file does not have, keep what is stored.
    expect(await read()).toMatchObject({
      ...{ version: 2, reEntryHours: 48, activeIngredients: 'tricyclazole' },
      uses: [
        { cropId: 1, target: 'Mites' },
        { target: 'rice BLAST', doseMin: 0.4, maxApplications: 2, preHarvestDays: 14 },
      ],
    });
    expect(await run(admin, sheet.id, 'undo')).toMatchObject({ state: 'undone', failure: null });
    expect(await named('mite')).toEqual([]);
    const { version: _, uses: __, ...fields } = known;
    expect(await read()).toMatchObject({ ...fields, uses: [use] });
    const { body } = await admin.get('/api/admin/audit/?action=spreadsheet_import&action=spreadsheet_import_undo');
    expect(body.content).toHaveLength(2);
  });

  test('when a product has more rows than a batch, then it is added and undone as a whole', async () => {
    const crops = ['fruit', 'cereal', 'vegetable'];
    const row = (product: number, use: number) => `Long ${product},L${product},x,,${crops[use % 3]},Pest ${use},${use + 1},${use + 1},g/ha`;
    const lines = [0, 1, 2, 3].flatMap((number) => Array.from({ length: 201 }, (_, n) => row(number, n)));
    const sheet = await checked(service, admin, 'products', `${titles}\n${lines.join('\n')}\n`);
    expect(sheet.counts).toEqual({ new: 800, same: 0, changed: 0, refused: 4 });
    expect((await refusedRows(admin, sheet.id))[0]).toEqual([202, 'crop', 'must be one of at most 200 uses']);
    await run(admin, sheet.id, 'apply');
    expect((await named('long')).map(({ uses }: { uses: object[] }) => uses.length)).toEqual([200, 200, 200, 200]);
    expect(await run(admin, sheet.id, 'undo')).toMatchObject({ state: 'undone', failure: null });
    expect(await named('long')).toEqual([]);
  });

  test('when a product has changed since, or is used, then the undo names the row and changes nothing', async () => {
    const { id } = await checked(service, admin, 'products', `${titles}\nOne,U1,x,,,,,,\nTwo,U2,x,,,,,,\nThree,U3,x,,,,,,\n`);
    await run(admin, id, 'apply');
    const [two] = await named('two');
    const [three] = await named('three');
    await admin.put(`/api/admin/product/${two.id}`, { ...product, ...nothingElse, name: 'Two', authorisationNumber: 'U2' });
    const order = await placed(await signedIn(service, 'farmer'));
    await service.sql('insert into order_mix (order_id, water_rate, set_by, set_at) values ($1, 20, $2, now())', [order.id, admin.id]);
    await service.sql("insert into order_mix_product (order_id, position, product_id, dose, dose_unit) values ($1, 1, $2, 1, 'l/ha')", [
      order.id,
      three.id,
    ]);
    const { state, failure } = await run(admin, id, 'undo');
    expect([state, failure]).toEqual([
      'applied',
      {
        code: 'blocked',
        rows: [
          { row: 4, message: 'Three has been used in mixes since the import' },
          { row: 3, message: 'Two has been changed since the import' },
        ],
      },
    ]);
    expect(await named('one')).toHaveLength(1);
  });

  test('when someone adds the product between check and application, then nothing is stored and the row is named', async () => {
    const sheet = await checked(service, admin, 'products', `${titles}\nLate,Z1,x,,,,,,\nRace,Z2,x,,,,,,\n`);
    await admin.post('/api/admin/product', { ...product, name: 'Race', authorisationNumber: 'z2', activeIngredients: 'x' });
    expect(await run(admin, sheet.id, 'apply')).toMatchObject({ state: 'checked', failure: { code: 'stale', rows: [{ row: 3 }] } });
    expect(await named('late')).toEqual([]);
  });
});
