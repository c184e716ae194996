import { removeBookingLimits } from '../arrange.ts';
import { type Answer, type Caller, placed, signedIn } from '../factories.ts';
import { eventually, type Service } from '../harness.ts';

export const planPath = '/api/receptionist/plan';
export const base = { name: 'Kho Chợ Mới', latitude: 10.5, longitude: 105.4 };

/** A company that can plan: a base, and sprayers with these levels. */
export async function arrangeCompany(
  service: Service,
  office: Caller,
  levels: readonly ('expert' | 'adept' | 'apprentice')[],
): Promise<Caller[]> {
  await removeBookingLimits(service);
  await office.put('/api/receptionist/base', base);
  return Promise.all(levels.map((expertise) => signedIn(service, 'sprayer', { expertise })));
}

/** An order `km` north of the base. */
export const orderAt = async (farmer: Caller, date: string, session: number, km: number, more: object = {}): Promise<number> =>
  (
    await placed(farmer, {
      ...{ date, session: { id: session }, confirmed: true, area: 5 },
      ...{ latitude: base.latitude + km / 111.2, longitude: base.longitude, ...more },
    })
  ).id;

export const planDone = (caller: Caller, id: number): Promise<Answer['body']> =>
  eventually(async () => {
    const { body } = await caller.get(`${planPath}/${id}`);
    if (body.state === 'planning') throw new Error('still planning');
    return body;
  });

export async function planned(caller: Caller, date: string, options: object = {}): Promise<Answer['body']> {
  const started = await caller.post(planPath, { date, options });
  if (started.status !== 200) throw new Error(`planning answered ${started.status}: ${started.text}`);
  return planDone(caller, started.body.id);
}

export const rowsOf = async (caller: Caller, id: number): Promise<Answer['body'][]> =>
  (await caller.get(`${planPath}/${id}/row/?size=200`)).body.content;

export const crewOf = async (caller: Caller, orderId: number): Promise<string[]> =>
  (await caller.get(`/api/receptionist/order/${orderId}/sprayers`)).body.content.map(({ id }: { id: number }) => String(id));
