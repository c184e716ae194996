import { strToU8, zipSync } from 'fflate';
import { type Answer, type Caller, callerOn } from '../factories.ts';
import { eventually, type Service } from '../harness.ts';

export const root = '/api/receptionist/spreadsheet-import';

/** Uploads a file as it is. */
export async function upload(service: { url: string }, caller: Caller, kind: string, file: string | Uint8Array): Promise<Answer> {
  const headers = { authorization: `Bearer ${caller.token}`, 'content-type': 'application/octet-stream' };
  const response = await fetch(`${service.url}${root}?kind=${kind}`, { method: 'POST', headers, body: file as string });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

/** Waits until the work in the background has ended. */
export const settled = (caller: Caller, id: number) =>
  eventually(async () => {
    const { body } = await caller.get(`${root}/${id}`);
    if (/ing$/.test(body.state)) throw new Error(body.state);
    return body;
  });

interface Settings {
  dateOrder?: string;
  areaUnit?: string;
  unitSizes?: object[];
}

/** Checks with the guessed columns. */
export async function check(
  caller: Caller,
  sheet: { id: number; fields: { field: string; column: number | null }[] },
  settings: Settings = {},
) {
  const columns = sheet.fields.flatMap(({ field, column }) => (column === null ? [] : [{ field, column }]));
  const answer = await caller.post(`${root}/${sheet.id}/check`, { columns, ...settings });
  if (answer.status !== 200) throw new Error(answer.text);
  return settled(caller, sheet.id);
}

/** Uploads and checks a file. */
export async function checked(service: Service, caller: Caller, kind: string, file: string | Uint8Array, settings: Settings = {}) {
  const { body, status, text } = await upload(service, caller, kind, file);
  if (status !== 200) throw new Error(text);
  return check(callerOn(service, caller), body, settings);
}

export async function run(caller: Caller, id: number, step: 'apply' | 'undo') {
  const answer = await caller.post(`${root}/${id}/${step}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return settled(caller, id);
}

/** Row, field and reason of the refused rows. */
export async function refusedRows(caller: Caller, id: number): Promise<[number, string, string][]> {
  const { body } = await caller.get(`${root}/${id}/row/?outcome=refused&size=200`);
  return body.content.flatMap(({ row, details }: { row: number; details: { field: string; message: string }[] }) =>
    details.map(({ field, message }) => [row, field, message]),
  );
}

/** A workbook with one sheet, as raw XML of its rows. */
export const workbook = (rows: string, parts: Record<string, string> = {}): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        'xl/workbook.xml': '<workbook><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
        ...parts,
      }).map(([name, text]) => [name, strToU8(text)]),
    ),
  );
