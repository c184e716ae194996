import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkInstallationKeys, InstallationKeys, sealInstallationKeys } from '../../src/platform/secrets/installation-keys.ts';
import { SecretBox } from '../../src/platform/secrets/secret-box.ts';
import { isInstallationSecret } from '../../src/platform/secrets/secret-store.ts';
import { sealStoredSecrets } from '../../src/seal-stored-secrets.ts';
import { call, signedIn, testPassword } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

const box = new SecretBox(Buffer.alloc(32, 7));
const foreign = new SecretBox(randomBytes(32));
const names = ['known-device', 'signed-link', 'sign-off-code', 'calendar', 'payment-stripe', 'payment-sandbox'];

let service: Service;
beforeAll(async () => {
  service = await startService({ idle: true });
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.sql('delete from installation_key');
  await service.sql('delete from stored_secret');
});

const ofNewProcess = (name: string, secrets = box) => new InstallationKeys(service.database.write, secrets).get(name);
const rows = () => service.sql<{ name: string; key: Buffer }>('select name, key from installation_key order by name');
const storeInClear = (name: string, key: Buffer) => service.sql('insert into installation_key values ($1, $2)', [name, key]);

test('when fifty processes ask for a key at once, then they get the same, another one for each name, and none is in the database', async () => {
  const keys = await Promise.all(Array.from({ length: 50 }, () => ofNewProcess('known-device')));
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  const all = await Promise.all(names.map((name) => ofNewProcess(name)));
  expect(new Set(all.map((key) => key.toString('hex'))).size).toBe(names.length);
  const { email } = await signedIn(service, 'farmer');
  await call(service, 'POST', '/api/auth/login', { body: { email, password: testPassword } });
  expect(await rows()).toEqual([]);
});

test('when an earlier version stored keys in clear, then fifty runs at once seal them once, and all processes have them before and after', async () => {
  const stored = new Map(names.map((name) => [name, randomBytes(32)]));
  for (const [name, key] of stored) await storeInClear(name, key);
  const expectUsed = async () => {
    for (const [name, key] of stored) expect(await ofNewProcess(name)).toEqual(key);
  };
  await expectUsed();
  await Promise.all([
    ...Array.from({ length: 50 }, () => sealInstallationKeys(service.database.write, box)),
    ...names.map(async (name) => expect(await ofNewProcess(name)).toEqual(stored.get(name))),
  ]);
  const sealed = await rows();
  const text = sealed.map(({ key }) => key.toString('latin1')).join('');
  for (const key of stored.values())
    for (const clear of [key.toString('latin1'), key.toString('hex')]) expect(text.includes(clear)).toBe(false);
  await sealInstallationKeys(service.database.write, box);
  expect(await rows()).toEqual(sealed);
  await expectUsed();
});

test('when a process of an earlier version may run, then it finds the key of a new name, too, which is sealed later', async () => {
  await storeInClear('known-device', randomBytes(32));
  const keys = await Promise.all(Array.from({ length: 50 }, () => ofNewProcess('sign-off-code')));
  const [stored] = await service.sql("select key from installation_key where name = 'sign-off-code'");
  expect(keys.every((key) => key.equals(stored?.key))).toBe(true);
  await sealInstallationKeys(service.database.write, box);
  expect(await ofNewProcess('sign-off-code')).toEqual(keys[0]);
  expect((await rows()).map(({ key }) => key.length > 32)).toEqual([true, true]);
});

test('when the secret key is another one, then people sign in and all processes with it agree, and with the right one the old keys are back', async () => {
  const key = randomBytes(32);
  await storeInClear('known-device', key);
  await sealInstallationKeys(service.database.write, box);
  const before = await rows();
  const other = await service.another({ secrets: foreign });
  const { email } = await signedIn(other, 'farmer');
  expect((await call(other, 'POST', '/api/auth/login', { body: { email, password: testPassword } })).status).toBe(200);
  expect(await ofNewProcess('known-device', foreign)).toEqual(await ofNewProcess('known-device', foreign));
  expect(await ofNewProcess('known-device', foreign)).not.toEqual(key);
  expect(await checkInstallationKeys(service.database.read, foreign)).toEqual({ total: 1, unreadable: ['known-device'] });
  expect(await checkInstallationKeys(service.database.read, box)).toEqual({ total: 1, unreadable: [] });
  expect(await rows()).toEqual(before);
  expect(await ofNewProcess('known-device')).toEqual(key);
});

test('when processes have different secret keys, then one of them is that of the installation, and only its clean-up seals', async () => {
  const { write } = service.database;
  const boxes = Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? box : foreign));
  const own = await Promise.all(boxes.map((one) => isInstallationSecret(write, one, new Date())));
  expect(new Set(own.map((isOwn, n) => `${n % 2} ${isOwn}`)).size).toBe(2);
  await service.sql('delete from stored_secret');
  expect(await isInstallationSecret(write, box, new Date())).toBe(true);
  await storeInClear('known-device', randomBytes(32));
  await sealStoredSecrets(write, foreign, new Date());
  expect((await rows())[0]?.key.length).toBe(32);
  await sealStoredSecrets(write, box, new Date());
  expect((await rows())[0]?.key.length).toBeGreaterThan(32);
});
