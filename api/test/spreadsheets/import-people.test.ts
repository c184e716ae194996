import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, callerOn, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';
import { fc } from '../seeded-fast-check.ts';
import { check, checked, refusedRows, root, run, settled, upload, workbook } from './sheet-calls.ts';

let service: Service;
let other: Service;
let office: Caller;
let admin: Caller;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
  [office, admin] = await Promise.all([signedIn(service, 'receptionist'), signedIn(service, 'admin')]);
});
afterAll(() => service.close());

const bytes = (text: string, encoding: BufferEncoding, mark: number[] = []) =>
  Buffer.concat([Buffer.from(mark), Buffer.from(text, encoding)]);
const farmersNamed = (name: string) =>
  service.sql<Record<string, string>>('select full_name, phone_number, street, active, password_hash from app_user where full_name = $1', [
    name,
  ]);

describe('a file of farmers', () => {
  test('when it is checked, applied and undone, then farmers exist in between, without a password', async () => {
    const file = 'Họ và tên;SĐT;Địa chỉ\r\nLê Thị Sen;912000001;"Ấp 1; Long Điền"\r\nPhạm Văn Đồng;0912 000 002;=1+1\r\nKhông Số;;x\r\n';
    const { body: read } = await upload(service, office, 'farmers', file);
    expect(read).toMatchObject({
      state: 'read',
      rows: 3,
      questions: [],
      columns: [{ title: 'Họ và tên', samples: ['Lê Thị Sen', 'Phạm Văn Đồng', 'Không Số'] }, {}, {}],
    });
    const sheet = await check(office, read);
    expect(sheet).toMatchObject({ state: 'checked', counts: { new: 2, same: 0, changed: 0, refused: 1 } });
    expect(await refusedRows(office, sheet.id)).toEqual([[4, 'phoneNumber', 'is required']]);
    expect(await farmersNamed('Lê Thị Sen')).toEqual([]);

    expect(await run(office, sheet.id, 'apply')).toMatchObject({ state: 'applied', failure: null });
    expect(await farmersNamed('Lê Thị Sen')).toMatchObject([
      { phone_number: '0912000001', street: 'Ấp 1; Long Điền', active: true, password_hash: null },
    ]);
    expect(await farmersNamed('Phạm Văn Đồng')).toMatchObject([{ phone_number: '0912 000 002', street: '=1+1' }]);
    expect((await office.get('/api/receptionist/customer/?search=0912000001')).body.page.totalElements).toBe(1);

    expect(await checked(service, office, 'farmers', file)).toMatchObject({ counts: { new: 0, same: 2, changed: 0, refused: 1 } });
    expect(await run(office, sheet.id, 'undo')).toMatchObject({ state: 'undone', failure: null });
    expect(await farmersNamed('Lê Thị Sen')).toMatchObject([{ phone_number: null, active: false }]);
    expect(await checked(service, office, 'farmers', file)).toMatchObject({ counts: { new: 2 } });
    const audit = await admin.get('/api/admin/audit/?action=spreadsheet_import&action=spreadsheet_import_undo');
    expect(audit.body.content.map(({ action }: { action: string }) => action)).toEqual(['spreadsheet_import_undo', 'spreadsheet_import']);
  });

  test('when a farmer has changed since, then the undo names the row and changes nothing', async () => {
    const { id } = await checked(service, office, 'farmers', 'Name,Phone\nAn,0912000011\nBình,0912000012\n');
    await run(office, id, 'apply');
    const [{ id: farmerId } = { id: '' }] = await service.sql<{ id: string }>("select id from app_user where full_name = 'Bình'");
    await office.patch(`/api/receptionist/customer/${farmerId}`, { city: 'Chợ Mới' });
    const blocked = await run(office, id, 'undo');
    expect(blocked).toMatchObject({
      state: 'applied',
      failure: { code: 'blocked', rows: [{ row: 3, message: 'Bình has been changed since the import' }] },
    });
    expect(await farmersNamed('An')).toMatchObject([{ active: true }]);
  });

  test('when a new farmer waits for a place or has a request, then the undo closes no account', async () => {
    for (const [n, insert] of [
      `insert into booking_request (farmer_id, date, session_id, location, latitude, longitude, crop_id, area, created_at)
       select id, '2026-11-20', 3, 'x', 10, 105, 1, 80, now() from app_user where full_name = $1`,
      `insert into waiting_entry (farmer_id, slot, location, latitude, longitude, crop_id, area, payment_method, from_date, to_date, session_ids, created_at)
       select id, 1, 'x', 10, 105, 1, 1, 'cash', '2026-11-20', '2026-11-20', '{3}', now() from app_user where full_name = $1`,
    ].entries()) {
      const { id } = await checked(service, office, 'farmers', `Name,Phone\nChờ ${n},09120009${n}1\nKhác ${n},09120009${n}2\n`);
      await run(office, id, 'apply');
      await service.sql(insert, [`Chờ ${n}`]);
      expect(await run(office, id, 'undo')).toMatchObject({ state: 'applied', failure: { code: 'blocked', rows: [{ row: 2 }] } });
      for (const name of [`Chờ ${n}`, `Khác ${n}`]) expect(await farmersNamed(name)).toMatchObject([{ active: true }]);
    }
  });

  test('when rows change stored farmers, then the old and new values are shown, and the undo restores them', async () => {
    const farmer = await signedIn(service, 'farmer', { fullName: 'Trần Cũ', phoneNumber: '0912 000 021', email: null });
    const sheet = await checked(service, office, 'farmers', `Mobile,Full name,Town\n+84912000021,Trần Mới,\n`);
    expect(sheet.counts).toEqual({ new: 0, same: 0, changed: 1, refused: 0 });
    expect((await office.get(`${root}/${sheet.id}/row/`)).body.content).toMatchObject([
      { row: 2, outcome: 'changed', label: 'Trần Mới', details: [{ field: 'fullName', from: 'Trần Cũ', to: 'Trần Mới' }] },
    ]);
    await run(office, sheet.id, 'apply');
    const stored = async () => (await office.get(`/api/receptionist/customer/${farmer.id}`)).body.farmer;
    expect(await stored()).toMatchObject({ fullName: 'Trần Mới', phoneNumber: '0912 000 021', city: 'Chợ Mới' });
    await run(office, sheet.id, 'undo');
    expect(await stored()).toMatchObject({ fullName: 'Trần Cũ' });
  });

  test('when someone else takes a number between check and application, then nothing is stored and the row is named', async () => {
    const sheet = await checked(service, office, 'farmers', 'Name,Phone\nRace One,0912000031\nRace Two,0912000032\n');
    await signedIn(service, 'sprayer', { phoneNumber: '0912000032' });
    expect(await run(office, sheet.id, 'apply')).toMatchObject({ state: 'checked', failure: { code: 'stale', rows: [{ row: 3 }] } });
    expect(await farmersNamed('Race One')).toEqual([]);
    expect((await check(office, sheet)).counts).toMatchObject({ new: 1, refused: 1 });
    expect(await refusedRows(office, sheet.id)).toEqual([[3, 'phoneNumber', 'is the number of someone who is not a farmer']]);
  });

  test('when 50 apply it at once on two processes, then it is applied once', async () => {
    const sheet = await checked(service, office, 'farmers', 'Name,Phone\nOnce Only,0912000041\n');
    const callers = [office, callerOn(other, office)];
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => (callers[n % 2] as Caller).post(`${root}/${sheet.id}/apply`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
    expect(await settled(office, sheet.id)).toMatchObject({ state: 'applied' });
    expect(await farmersNamed('Once Only')).toHaveLength(1);
    expect((await admin.get('/api/admin/audit/?action=spreadsheet_import')).body.content[0].subjectId).toBe(sheet.id);
  });

  test('when a row repeats an earlier one or has bad cells, then each is refused with its reason', async () => {
    const rows = ['A,0912000051,a@b.vn', 'B,0912000051,', 'C,12,', 'D,0912000052,nobody', `${'x'.repeat(201)},0912000053,`, 'E,9.12E+08,'];
    const sheet = await checked(service, office, 'farmers', `Name,Phone,E-mail\n${rows.join('\n')}\n`);
    expect(await refusedRows(office, sheet.id)).toEqual([
      [3, 'phoneNumber', 'is also in row 2'],
      [4, 'phoneNumber', 'must be 0 or +84 followed by 9 or 10 digits'],
      [5, 'email', 'must be an e-mail address'],
      [6, 'fullName', 'must have at most 200 characters'],
      [7, 'phoneNumber', 'was shortened by the spreadsheet program: format the column as text'],
    ]);
  });

  test('when cells have line breaks and control characters, then names and addresses have spaces in their place', async () => {
    const file = 'Name,Phone,Street\n"Lines\nApart\u202e",0912000055,"12 Ấp Long\r\nChợ\u0007Mới"\n';
    const sheet = await checked(service, office, 'farmers', file);
    expect(sheet.counts).toMatchObject({ new: 1 });
    await run(office, sheet.id, 'apply');
    const stored = await service.sql("select full_name, street from app_user where phone_number = '0912000055'");
    expect(stored).toEqual([{ full_name: 'Lines Apart', street: '12 Ấp Long Chợ Mới' }]);
  });

  test('when the file has numbers of another program, then no stored farmer is overwritten', async () => {
    const farmer = await signedIn(service, 'farmer');
    const sheet = await checked(
      service,
      office,
      'farmers',
      `ID,Name,Phone\n${farmer.id},Someone Else,0912000061\n999999,Nobody,0912000062\n`,
    );
    expect((await refusedRows(office, sheet.id)).map(([row, field]) => [row, field])).toEqual([
      [2, 'id'],
      [3, 'id'],
    ]);
  });

  test.each([
    ['UTF-8 with a mark', bytes('Họ tên,Điện thoại\nĐỗ Ước,0912000071\n', 'utf8', [0xef, 0xbb, 0xbf])],
    ['UTF-16 with tabs', bytes('Họ tên\tĐiện thoại\nĐỗ Ước\t0912000071\n', 'utf16le', [0xff, 0xfe])],
    [
      'windows-1258',
      Buffer.from([...Buffer.from('Ho ten;Dien thoai\n'), 0xd0, 0xf4, 0xde, 0x20, 0xdd, 0xd5, 0xec, 0x63, ...Buffer.from(';0912000071\n')]),
    ],
    ['Excel with sep=', 'sep=|\nHọ tên|Điện thoại\nĐỗ Ước|0912000071\n'],
    ['titles below a heading', 'DANH SÁCH NÔNG DÂN\n\nTháng 11\nSTT,Họ tên,Điện thoại\n1,Đỗ Ước,0912000071\n'],
  ])('when it is %s, then it is read', async (_, file) => {
    const sheet = await checked(service, office, 'farmers', file);
    expect(sheet.counts).toMatchObject({ new: 1 });
    const [row] = (await office.get(`${root}/${sheet.id}/row/`)).body.content;
    expect(row.label).toMatch(/^Đỗ Ư.c$/);
  });

  test('when a workbook has shared, inline and numeric cells, then all are read, and formulas by their result', async () => {
    const cells = [
      '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="inlineStr"><is><r><t>Na</t></r><r><t>me</t></r></is></c></row>',
      '<row r="5"><c r="A5"><v>912000081</v></c><c r="C5" t="str"><f>A1&amp;"x"</f><v>Vũ &amp; Sơn</v></c></row>',
    ].join('');
    const sheet = await checked(
      service,
      office,
      'farmers',
      workbook(cells, { 'xl/sharedStrings.xml': '<sst><si><t>Phone</t></si></sst>' }),
    );
    expect((await office.get(`${root}/${sheet.id}/row/`)).body.content).toMatchObject([{ row: 5, outcome: 'new', label: 'Vũ & Sơn' }]);
  });
});

describe('a file that cannot be used', () => {
  test.each([
    ['empty', '', 415],
    ['only titles', 'Name,Phone\n', 415],
    ['a ZIP file', workbook('').slice(0, 40), 415],
    ['a workbook cut off', workbook('<row r="1"><c r="A1"><v>1</v></c></row>').slice(0, 300), 415],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 415],
    ['old Excel', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 415],
    ['an XML entity', workbook('', { 'xl/workbook.xml': '<!DOCTYPE x [<!ENTITY a "b">]><workbook/>' }), 415],
    ['an XML that ends early', workbook('<row r="1"><c r="A1"><v>1</v></c></row><row'), 415],
    ['too many columns', `${'a,'.repeat(61)}a\n1\n`, 413],
    ['too many rows', `Name,Phone\n${'a,b\n'.repeat(50_001)}`, 413],
    ['a ZIP bomb', workbook('', { 'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(5_100_000)}</sst>` }), 413],
  ])('when it is %s, then the problem says so', async (_, file, status) => {
    const answer = await upload(service, office, 'farmers', file);
    expect([answer.status, answer.body.code]).toEqual([status, status === 413 ? 'SHEET_TOO_LARGE' : 'SHEET_UNREADABLE']);
  });

  test('when bytes of a workbook are changed at random, then it is read or refused, never an error of the service', async () => {
    const good = workbook(
      '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Phone</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>An</t></is></c><c r="B2"><v>912000091</v></c></row>',
    );
    const change = fc.tuple(fc.nat(good.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 20 }), async (changes) => {
        const file = Uint8Array.from(good);
        for (const [at, byte] of changes) file[at] = byte;
        expect([200, 413, 415]).toContain((await upload(service, office, 'farmers', file)).status);
      }),
      { numRuns: 20 },
    );
    expect(await service.sql("select 1 from sheet_import where state = 'reading'")).toEqual([]);
  });

  test('when a column is missing or used twice, then the check says which', async () => {
    const { body } = await upload(service, office, 'farmers', 'a,b\nx,y\n');
    const send = (columns: object[]) => office.post(`${root}/${body.id}/check`, { columns });
    const paths = (answer: Awaited<ReturnType<typeof send>>) => answer.body.errors.map(({ path }: { path: string }) => path);
    expect(paths(await send([{ field: 'fullName', column: 0 }]))).toEqual(['columns.phoneNumber']);
    expect(
      paths(
        await send([
          { field: 'fullName', column: 1 },
          { field: 'phoneNumber', column: 1 },
        ]),
      ),
    ).toEqual(['columns.phoneNumber']);
    expect(
      paths(
        await send([
          { field: 'fullName', column: 0 },
          { field: 'phoneNumber', column: 9 },
        ]),
      ),
    ).toEqual(['columns.phoneNumber']);
    expect((await office.post(`${root}/${body.id}/apply`)).body.code).toBe('IMPORT_STATE');
  });
});

describe('a file of staff', () => {
  const file =
    'Họ tên,Vai trò,Tay nghề,Điện thoại,Email\nBay Một,Thợ phun,Thợ bậc cao,0913000001,bay1@test.example\nMai,Receptionist,,,mai1@test.example\nSai,Sprayer,,0913000003,\n';

  test('when a receptionist uploads or opens it, then it is refused', async () => {
    expect((await upload(service, office, 'staff', file)).status).toBe(403);
    const { body } = await upload(service, admin, 'staff', file);
    expect((await office.get(`${root}/${body.id}`)).status).toBe(404);
  });

  test('when an admin applies it, then accounts exist and invitations are queued; the undo takes both back', async () => {
    const sheet = await checked(service, admin, 'staff', file);
    expect(sheet.counts).toEqual({ new: 2, same: 0, changed: 0, refused: 1 });
    expect(await refusedRows(admin, sheet.id)).toEqual([[4, 'expertise', 'is required for a sprayer']]);
    expect(await run(admin, sheet.id, 'apply')).toMatchObject({ state: 'applied' });
    expect(
      await service.sql("select role, expertise from app_user where email in ('bay1@test.example', 'mai1@test.example') order by role"),
    ).toEqual([
      { role: 'receptionist', expertise: null },
      { role: 'sprayer', expertise: 'expert' },
    ]);
    const mails = () =>
      service.sql(
        "select 1 from outgoing_mail where link_kind = 'invitation' and to_address in ('bay1@test.example', 'mai1@test.example')",
      );
    expect(await mails()).toHaveLength(2);
    expect(await checked(service, admin, 'staff', file)).toMatchObject({ counts: { same: 2 } });
    expect(await run(admin, sheet.id, 'undo')).toMatchObject({ state: 'undone' });
    expect(await mails()).toEqual([]);
  });
});

test('when imports are old, then they are removed with their rows', async () => {
  const sheet = await checked(service, office, 'farmers', 'Name,Phone\nOld,0912000099\n');
  const { deleteOldImports } = await import('../../src/spreadsheets/sheet-import-store.ts');
  await deleteOldImports(service.database.write, new Date(service.clock.now.getTime() + 8 * 86_400_000));
  expect((await office.get(`${root}/${sheet.id}`)).status).toBe(404);
  expect(await service.sql('select 1 from sheet_import_row')).toEqual([]);
});
