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
    try {
      this.#known = await Promise.any(this.#all.map(takingWrites));
      return this.#known;
    } catch (error) {
      const { errors } = error as { errors: { code?: string }[] };
      // A wrong password or database name is reported as it is: waiting does not help.
      const refusal = errors.find(({ code }) => /^(28|3D)/.test(code ?? ''));
      throw refusal ?? Object.assign(new Error('Connection refused: none of the servers takes writes.'), { code: '08001' });
    }
  }
}

async function takingWrites(connection: pg.ClientConfig): Promise<pg.ClientConfig> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: probeTimeoutMs, query_timeout: probeTimeoutMs });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('This server takes no writes.');
    return connection;
  } finally {
    void client.end().catch(() => {});
  }
}
