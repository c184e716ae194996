import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

const hasRunStatement = statement('has_crew_mail_run', 'select 1 from crew_mail_run where date = $1');

export async function hasCrewMailRun(db: Db, date: string): Promise<boolean> {
  return (await db.rows(hasRunStatement, [date])).length > 0;
}

const claimStatement = statement(
  'claim_crew_mail',
  `with old as (delete from crew_mail_run where date < $1::date - 7)
   insert into crew_mail_run (date, at) values ($1, $2) on conflict do nothing returning 1`,
);

/** False: another process has sent the mails of this date. Waits for a process that is writing them now. */
export async function claimCrewMail(tx: Tx, date: string, now: Date): Promise<boolean> {
  return (await tx.rows(claimStatement, [date, now.toISOString()])).length > 0;
}

/** A job of a sprayer. */
export interface CrewJob {
  sprayerId: string;
  orderId: string;
  sessionId: string;
  cropId: string;
  area: string;
  areaUnit: string | null;
  cost: string;
  location: string;
  latitude: number;
  longitude: number;
  farmer: string;
  farmerPhone: string;
}

const jobsStatement = statement(
  'crew_jobs_of_date',
  `select m.sprayer_id, o.id, o.session_id, o.crop_id, o.area, o.cost, o.location, o.latitude, o.longitude, f.full_name, coalesce(f.phone_number, ''), o.area_unit
     from spray_order o join crew_member m on m.order_id = o.id
     join spray_session s on s.id = o.session_id
     join app_user f on f.id = o.farmer_id
    where o.date = $1 and o.order_status = 'assigned'
    order by m.sprayer_id, s.start_time, o.id`,
);

/** The jobs of a date by sprayer and time. */
export async function listCrewJobs(db: Db, date: string): Promise<CrewJob[]> {
  return (await db.rows(jobsStatement, [date])).map((row) => ({
    sprayerId: String(row[0]),
    orderId: String(row[1]),
    sessionId: String(row[2]),
    cropId: String(row[3]),
    area: String(row[4]),
    cost: String(row[5]),
    location: String(row[6]),
    latitude: Number(row[7]),
    longitude: Number(row[8]),
    farmer: String(row[9]),
    farmerPhone: String(row[10]),
    areaUnit: row[11] ?? null,
  }));
}
