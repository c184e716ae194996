import pg from 'pg';

const timeoutMs = 5000;

export interface OtherServer {
  /** Whether it is a replica. */
  inRecovery: boolean;
  /** The cluster that it belongs to. */
  system: string;
}

/** What a server is, over a connection of its own. Returns the reason if it does not answer. */
export async function askServer(connectionString: string): Promise<OtherServer | string> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<OtherServer>(
      'select pg_is_in_recovery() as "inRecovery", (select system_identifier::text from pg_control_system()) as system',
    );
    return rows[0] ?? 'no answer';
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return message || String(code);
  } finally {
    void client.end().catch(() => {});
  }
}
