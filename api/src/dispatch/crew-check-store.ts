import { hasValidLicence } from '../equipment/licence-store.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import { isAbsent } from './absence-store.ts';
import type { BrokenBan, Pin } from './crew-rules.ts';

/** An order that gets a crew. */
export interface CrewedOrder {
  orderId: string;
  farmerId: string;
  date: string;
  sessionId: string;
}

/** What the rules about a crew need to know of one member. */
export interface MemberFacts {
  id: string;
  isBusy: boolean;
  isAbsent: boolean;
  /** Jobs on that date, without the order itself. */
  jobsThatDay: number;
  /** null: no limit. */
  dailyJobLimit: number | null;
  /** Has a valid licence on that date, or none is required. */
  isLicensed: boolean;
  /** Bans that the member breaks with this farmer or this crew. A ban between two members is with one of them only. */
  brokenBans: BrokenBan[];
}

export interface CrewFacts {
  members: MemberFacts[];
  pin: (Pin & { names: string[] }) | undefined;
}

// One statement, because fifty assignments may wait for the locks that are held meanwhile. The share locks make a change of the company's
// limit, or of whether licences are required, wait for assignments that have read it.
const factsStatement = statement(
  'crew_facts',
  `with g as materialized (select daily_job_limit from planner_setting for share),
        e as materialized (select requires_valid_licences from equipment_setting for share)
   select s.id,
          exists (select from crew_member m
                   where m.sprayer_id = s.id and m.date = $3 and m.session_id = $4 and m.order_id <> $1 and m.order_status <> 'cancelled'),
          ${isAbsent('s.id', '$3::date', '$4::bigint')},
          (select count(*) from crew_member m
            where m.sprayer_id = s.id and m.date = $3 and m.order_id <> $1 and m.order_status <> 'cancelled'),
          coalesce(p.daily_job_limit, g.daily_job_limit),
          (select json_agg(json_build_object('id', b.id::text, 'sprayer', u.full_name, 'otherSprayer', t.full_name) order by b.id)
             from crew_ban b join app_user u on u.id = b.sprayer_id left join app_user t on t.id = b.other_sprayer_id
            where b.sprayer_id = s.id and (b.farmer_id = $2 or b.other_sprayer_id = any($5::bigint[]))),
          (select json_build_object('kind', i.kind, 'sprayerIds', array_to_json(i.sprayer_ids::text[]),
                    'names', (select json_agg(u.full_name order by u.id) from app_user u where u.id = any(i.sprayer_ids)))
             from order_pin i where i.order_id = $1),
          not e.requires_valid_licences or ${hasValidLicence('s.id', '$3::date')}
     from unnest($5::bigint[]) s (id) left join sprayer_planning p on p.sprayer_id = s.id cross join g cross join e
    order by s.id`,
);

/** The order and the sprayers must be locked. */
export async function readCrewFacts(
  tx: Tx,
  { orderId, farmerId, date, sessionId }: CrewedOrder,
  crewIds: readonly string[],
): Promise<CrewFacts> {
  const rows = await tx.rows(factsStatement, [orderId, farmerId, date, sessionId, crewIds as string[]]);
  const pin = rows[0]?.[6];
  return {
    members: rows.map(([id, isBusy, absent, jobs, limit, bans, , isLicensed]) => ({
      id: String(id),
      isBusy: isBusy === 't',
      isAbsent: absent === 't',
      jobsThatDay: Number(jobs),
      dailyJobLimit: limit == null ? null : Number(limit),
      isLicensed: isLicensed === 't',
      brokenBans: bans == null ? [] : (JSON.parse(String(bans)) as BrokenBan[]),
    })),
    pin: pin == null ? undefined : (JSON.parse(String(pin)) as Pin & { names: string[] }),
  };
}
