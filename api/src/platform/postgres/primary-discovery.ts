import pg from 'pg';

const probeTimeoutMs = 3000;

/** Whether a server does not answer at all, not even with an error: it is suspended, or the network drops all packets. */
export async function isUnresponsive(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: probeTimeoutMs, query_timeout: probeTimeoutMs });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return false;
  } catch (error) {
    return error instanceof Error && /timeout/i.test(error.message);
  } finally {
    void client.end().catch(() => {});
  }
}

/** A connection string may name several hosts, as libpq reads it. `pg` takes one, so this makes a string for each. */
export function addressesIn(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => before + host + after) : [url];
}

/**
 * The address to connect to. Of several addresses one is the primary and the others follow it, and a failover changes which: all
 * are asked, and again after every lost connection.
 */
export class PrimaryDiscovery {
  readonly #all: pg.ClientConfig[];
  #known: pg.ClientConfig | undefined;
  #discovery: Promise<pg.ClientConfig> | undefined;

  constructor(connection: pg.ClientConfig) {
    const { connectionString, ...rest } = connection;
    this.#all =
      connectionString === undefined
        ? [connection]
        : addressesIn(connectionString).map((address) => ({ ...rest, connectionString: address }));
    this.#known = this.#all.length === 1 ? this.#all[0] : undefined;
  }

  /** The one found last. */
  get current(): pg.ClientConfig {
    return this.#known ?? (this.#all[0] as pg.ClientConfig);
  }

  /** The one that takes writes. */
  find(): pg.ClientConfig | Promise<pg.ClientConfig> {
    if (this.#known !== undefined) return this.#known;
    this.#discovery ??= this.#discover().finally(() => {
      this.#discovery = undefined;
    });
    return this.#discovery;
  }

  /** A connection was lost or refused: the primary may be another by now. */
  invalidatePrimary(): void {
    if (this.#all.length > 1) this.#known = undefined;
  }

  /** All at once, because a machine without power never answers. */
  async #discover(): Promise<pg.ClientConfig> {
    const probes = this.#all.map(askWhetherPrimary);
    try {
      await Promise.any(probes);
    } catch (error) {
      const { errors } = error as { errors: { code?: string }[] };
      // A wrong password or database name is reported as it is: waiting does not help.
      const refusal = errors.find(({ code }) => /^(28|3D)/.test(code ?? ''));
      throw refusal ?? Object.assign(new Error('Connection refused: none of the servers takes writes.'), { code: '08001' });
    }
    // Another one may take writes, too: an old primary that was started again. The one that was promoted last has the highest timeline.
    const found = await answeredWithin(otherPrimaryWaitMs, probes);
    for (const { system, timeline } of found) newestTimelines.set(system, Math.max(timeline, newestTimelines.get(system) ?? 0));
    const newest = found.find(({ system, timeline }) => timeline === newestTimelines.get(system));
    if (newest === undefined)
      throw Object.assign(
        new Error('Connection refused: the only server that takes writes is an old primary; a newer one has been seen.'),
        {
          code: '08001',
        },
      );
    this.#known = newest.connection;
    return newest.connection;
  }
}

/** How long other servers may take to answer after the first primary has. */
const otherPrimaryWaitMs = 1000;

/** The highest timeline that this process has seen, for each cluster: a promotion begins a new one. */
const newestTimelines = new Map<string, number>();

interface Primary {
  connection: pg.ClientConfig;
  system: string;
  timeline: number;
}

async function answeredWithin(limitMs: number, probes: readonly Promise<Primary>[]): Promise<Primary[]> {
  const found: Primary[] = [];
  for (const probe of probes) probe.then((primary) => found.push(primary)).catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([Promise.allSettled(probes), limit]);
  clearTimeout(timer);
  return found;
}

/** The server, if it takes writes. */
export async function askWhetherPrimary(connection: pg.ClientConfig): Promise<Primary> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: probeTimeoutMs, query_timeout: probeTimeoutMs });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ takes_writes: boolean; system: string; timeline: number | null }>(
      `select current_setting('transaction_read_only') = 'off' as takes_writes, (select system_identifier::text from pg_control_system()) as system,
              case when not pg_is_in_recovery() then ('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8))::bit(32)::integer end as timeline`,
    );
    const [row] = rows;
    if (row?.takes_writes !== true) throw new Error('This server takes no writes.');
    return { connection, system: row.system, timeline: row.timeline ?? 0 };
  } finally {
    void client.end().catch(() => {});
  }
}
