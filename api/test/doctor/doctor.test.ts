import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { latestMigration } from '../../src/platform/migrations/migration-files.ts';
import { cleanUp, launch, newFolder, postmasterOf, preparedFolder } from '../faults/built-service.ts';
import { nodeOptions } from '../node-options.ts';
import { FakeStripe } from '../payments/fake-stripe.ts';
import { ForecastServer } from '../weather/forecast-server.ts';

const command = join(import.meta.dirname, '..', '..', 'dist', 'commands', 'doctor.js');
const postgres = inject('postgres');
const database = `swath_doctor_${randomBytes(4).toString('hex')}`;
const databaseUrl = `postgresql://${postgres.user}@/${database}?host=${postgres.host}&port=${postgres.port}`;
const folder = newFolder();
const db = new pg.Client({ ...postgres, database });

async function onServer(text: string): Promise<void> {
  const client = new pg.Client({ ...postgres, database: 'postgres' });
  await client.connect();
  await client.query(text);
  await client.end();
}

beforeAll(async () => {
  await onServer(`create database ${database} template ${inject('templateDatabase')} strategy file_copy`);
  await db.connect();
});
afterAll(async () => {
  await db.end();
  await onServer(`drop database ${database} with (force)`);
  await cleanUp();
});

interface Examined {
  code: number | null;
  text: string;
  /** The line of a check: its state and its text. */
  of(about: string): { state: string; says: string } | undefined;
}

function examine(env: Record<string, string>): Promise<Examined> {
  const child = spawn(process.execPath, [...nodeOptions, command], {
    cwd: '/',
    env: { PATH: process.env.PATH, SWATH_DATA: folder, HOST: '127.0.0.1', PORT: '1', SWATH_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const of = (about: string) => {
        const [, state, says] = new RegExp(`^ {2}(ok|warning|wrong) +${about} +(.*)$`, 'm').exec(text) ?? [];
        return state === undefined || says === undefined ? undefined : { state, says };
      };
      resolve({ code, text, of });
    });
  });
}

describe('the embedded database', () => {
  test('when the service runs without a problem, then every check is ok and the exit code is 0; when it is stopped, then that is a warning', async () => {
    const own = preparedFolder();
    const service = launch(own);
    const { port } = new URL(await service.ready);
    mkdirSync(join(own, 'photos'));
    const healthy = await examine({ SWATH_DATA: own, PORT: port, SWATH_DEMO: 'on' });
    const findings = healthy.text.split('\n').filter((line) => /^ {2}(warning|wrong)/.test(line));
    // Latency, memory and disk depend on the machine of the test.
    expect(findings.filter((line) => !/^ {2}warning +(reachable|memory|disk)/.test(line))).toEqual([]);
    expect([healthy.code, healthy.text.includes('All is well.')]).toEqual(findings.length === 0 ? [0, true] : [1, false]);
    for (const about of ['service', 'version', 'connections', 'clock', 'migrations', 'time zone', 'outbox', 'mails', 'webhooks', 'photos'])
      expect([about, healthy.of(about)?.state]).toEqual([about, 'ok']);
    expect(readdirSync(join(own, 'photos'))).toEqual([]);

    service.child.kill('SIGTERM');
    await service.ended;
    const files = readdirSync(own).sort();
    const stopped = await examine({ SWATH_DATA: own, PORT: port });
    expect([stopped.code, stopped.of('service')?.state, stopped.of('database')?.says]).toEqual([
      1,
      'warning',
      expect.stringContaining('is not running'),
    ]);
    expect([postmasterOf(own), readdirSync(own).sort()]).toEqual([undefined, files]);

    // The lock file of a killed PostgreSQL does not count as a running one.
    writeFileSync(join(own, 'postgres', 'postmaster.pid'), `99999999\n/x\n0\n5432\n/tmp/swath-gone\n\n`);
    expect((await examine({ SWATH_DATA: own, PORT: port })).of('database')?.says).toContain('is not running');
  });

  test('when there is no data folder yet, then it says what to do, and creates none', async () => {
    const none = join(folder, 'nowhere', 'data');
    const { code, of } = await examine({ SWATH_DATA: none });
    expect([code, of('database')]).toEqual([1, { state: 'warning', says: expect.stringContaining('npm start') }]);
    expect(readdirSync(folder)).not.toContain('nowhere');
  });
});

describe('a database server', () => {
  test('when the server does not answer, then that is an error, the other checks still run, and no password is shown', async () => {
    const { code, of, text } = await examine({ DATABASE_URL: 'postgres://swath:Very-Secret-1@127.0.0.1:1/swath' });
    expect([code, of('reachable')?.state, of('migrations')]).toEqual([2, 'wrong', undefined]);
    expect(of('reachable')?.says).toContain('DATABASE_URL');
    expect(of('photos')?.state).toBe('ok');
    expect(text).not.toContain('Very-Secret-1');
  });

  test('when the database does not exist or is empty, then it says which', async () => {
    const missing = await examine({ DATABASE_URL: databaseUrl.replace(database, 'swath_missing') });
    expect([missing.code, missing.of('reachable')?.says]).toEqual([2, expect.stringContaining('Create that database')]);
    const empty = await examine({ DATABASE_URL: databaseUrl.replace(database, 'postgres') });
    expect(empty.of('migrations')).toEqual({ state: 'warning', says: expect.stringContaining('is empty') });
  });

  test('when a migration is pending or unknown, then it is named', async () => {
    await db.query('delete from migration where name = $1', [latestMigration]);
    const pending = await examine({ DATABASE_URL: databaseUrl });
    expect([pending.code, pending.of('migrations')]).toEqual([1, { state: 'warning', says: expect.stringContaining(latestMigration) }]);
    await db.query("insert into migration (name) values ($1), ('9999-from-the-future.sql')", [latestMigration]);
    const unknown = await examine({ DATABASE_URL: databaseUrl });
    expect([unknown.code, unknown.of('migrations')]).toEqual([
      2,
      { state: 'wrong', says: expect.stringContaining('9999-from-the-future.sql') },
    ]);
    await db.query("delete from migration where name like '9999%'");
    expect((await examine({ DATABASE_URL: databaseUrl })).of('migrations')?.state).toBe('ok');
  });

  test('when the file of an applied migration was changed, then it is named', async () => {
    await db.query("update migration set checksum = 'of another file' where name = '0002-catalog.sql'");
    const changed = await examine({ DATABASE_URL: databaseUrl });
    expect([changed.code, changed.of('migrations')]).toEqual([2, { state: 'wrong', says: expect.stringContaining('0002-catalog.sql') }]);
    await db.query("update migration set checksum = null where name = '0002-catalog.sql'");
    expect((await examine({ DATABASE_URL: databaseUrl })).of('migrations')?.state).toBe('ok');
  });

  test('when mails are dead letters, then there is a warning', async () => {
    await db.query(
      `insert into outgoing_mail (to_address, subject, text, created_at, not_before, attempts)
       values ('user@test.example', 'x', 'x', now(), 'infinity', 9)`,
    );
    const { of, text } = await examine({ DATABASE_URL: databaseUrl });
    expect(of('mails')).toEqual({ state: 'warning', says: expect.stringContaining('1 given up') });
    expect(text).not.toContain('user@test.example');
  });
});

describe('external systems', () => {
  test('when the mail server works, refuses the password or is unreachable, then it says so and sends no mail', async () => {
    const sent: unknown[] = [];
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authMethods: ['PLAIN'],
      allowInsecureAuth: true,
      onAuth: ({ password }, _, callback) =>
        password === 'Right-Pass-1' ? callback(null, { user: 'swath' }) : callback(new Error('no, swath:Wrong-Pass-1 is wrong')),
      onData: (stream, _, callback) => {
        sent.push(stream);
        stream.resume().on('end', callback);
      },
    });
    server.on('error', () => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as { port: number };
    const ask = (password: string, at: number) =>
      examine({
        DATABASE_URL: databaseUrl,
        SWATH_SMTP_URL: `smtp://swath:${password}@127.0.0.1:${at}`,
        SWATH_MAIL_FROM: 'swath@test.example',
      });
    try {
      expect((await ask('Right-Pass-1', port)).of('mail server')?.state).toBe('ok');
      const refused = await ask('Wrong-Pass-1', port);
      expect([refused.code, refused.of('mail server')]).toEqual([
        2,
        { state: 'wrong', says: expect.stringContaining('the password in SWATH_SMTP_URL') },
      ]);
      expect(refused.text).not.toContain('Wrong-Pass-1');
    } finally {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    }
    expect((await ask('Right-Pass-1', port)).of('mail server')).toEqual({
      state: 'wrong',
      says: expect.stringContaining('Check the host'),
    });
    expect(sent).toEqual([]);
  });

  test('when Stripe accepts or refuses the key, then it says so and never shows the key', async () => {
    const stripe = await new FakeStripe().start();
    const env = stripe.environment;
    try {
      expect((await examine(env)).of('card payments')).toEqual({ state: 'ok', says: 'Stripe accepts the test key' });
      const unknown = await examine({ ...env, SWATH_STRIPE_SECRET_KEY: 'sk_test_unknown' });
      expect([unknown.code, unknown.of('card payments')?.state]).toEqual([2, 'wrong']);
      expect(unknown.text).not.toContain('sk_test_unknown');
    } finally {
      await stripe.close();
    }
    expect((await examine(env)).of('card payments')?.state).toBe('wrong');
  });

  test('when photos are in S3-compatible storage, then one is written, read and deleted; when it refuses, then that is an error', async () => {
    const kept = new Map<string, Buffer>();
    let refuses = false;
    const server = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const key = request.url ?? '';
      const found = kept.get(key);
      if (refuses || !key.startsWith('/photos/')) return response.writeHead(403).end();
      if (request.method === 'PUT') kept.set(key, Buffer.concat(parts));
      if (request.method === 'DELETE') kept.delete(key);
      return response
        .writeHead(request.method === 'GET' && found === undefined ? 404 : 200)
        .end(request.method === 'GET' ? found : undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const env = {
      SWATH_S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      SWATH_S3_BUCKET: 'photos',
      SWATH_S3_KEY_ID: 'key',
      SWATH_S3_SECRET: 'Hidden-Secret-1',
    };
    try {
      expect((await examine(env)).of('photos')).toEqual({ state: 'ok', says: expect.stringContaining('written, read and removed') });
      expect(kept.size).toBe(0);
      refuses = true;
      const refused = await examine(env);
      expect([refused.code, refused.of('photos')]).toEqual([2, { state: 'wrong', says: expect.stringContaining('403') }]);
      expect(refused.text).not.toContain('Hidden-Secret-1');
      const filtered = await examine({ ...env, SWATH_ALLOW_PRIVATE_ADDRESSES: '10.0.0.0/8' });
      expect(filtered.of('photos')).toEqual({ state: 'wrong', says: expect.stringContaining('ADDRESS_NOT_PUBLIC') });
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  test('when the forecast server answers or fails, then it says so, with the places that have no forecast, and never shows the key', async () => {
    const server = new ForecastServer(() => new Date());
    const env = { DATABASE_URL: databaseUrl, SWATH_WEATHER_URL: await server.start(), SWATH_WEATHER_KEY: 'Weather-Secret-1' };
    await db.query(
      'insert into forecast (latitude_tenths, longitude_tenths, wanted_at, fetched_at) values (105, 1055, now(), now()), (106, 1055, now(), null)',
    );
    try {
      const good = await examine(env);
      expect(good.of('forecast server')).toEqual({ state: 'ok', says: expect.stringContaining('384 hours') });
      expect(good.of('forecasts')).toEqual({ state: 'warning', says: expect.stringContaining('1 of 2 places') });
      server.behaviour = 'rate-limited';
      const refused = await examine(env);
      expect([refused.code, refused.of('forecast server')]).toEqual([2, { state: 'wrong', says: expect.stringContaining('429') }]);
      expect(refused.text).not.toContain('Weather-Secret-1');
    } finally {
      await db.query('delete from forecast');
      await server.close();
    }
  });

  test('when a setting is invalid, then it is named, and checks that depend on it are skipped', async () => {
    const { code, of } = await examine({ SWATH_DEMO: 'perhaps' });
    expect([code, of('configuration'), of('database')]).toEqual([
      2,
      { state: 'wrong', says: expect.stringContaining('SWATH_DEMO') },
      undefined,
    ]);
  });
});
