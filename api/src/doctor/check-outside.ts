import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, fetch as fetchFrom } from 'undici';
import { AppError } from '../errors.ts';
import { folderStorage, s3Storage } from '../feedback/photo-storage.ts';
import { checkSmtp } from '../notifications/smtp-mailer.ts';
import { checkStripe as requestStripe } from '../payments/stripe.ts';
import type { Config } from '../platform/config/config.ts';
import { cellOf } from '../weather/forecast.ts';
import { ForecastError, openMeteo } from '../weather/open-meteo.ts';
import { checkWritable } from './check-machine.ts';
import { type Finding, ok, warning, wrong } from './doctor-rules.ts';

const codeOf = (error: unknown): string => {
  if (error instanceof AppError && error.facts.cause !== undefined) return codeOf(error.facts.cause);
  const { code, cause, message } = error as { code?: unknown; cause?: { code?: unknown }; message?: string };
  return String(cause?.code ?? code ?? message ?? error);
};

/** Status of a GET request to this service, or the error code. Its address may be private, so the request is not filtered. */
async function statusOf(url: string): Promise<number | string> {
  const dispatcher = new Agent();
  try {
    const response = await fetchFrom(url, { signal: AbortSignal.timeout(5000), redirect: 'manual', dispatcher });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    return codeOf(error);
  } finally {
    await dispatcher.destroy();
  }
}

export async function checkService({ host = '127.0.0.1', port }: Config): Promise<Finding> {
  const address = `http://${host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host}:${port}`;
  const status = port === 0 ? 'PORT is 0' : await statusOf(`${address}/api/health/ready`);
  if (status === 200) return ok(`is running and ready at ${address}`);
  if (typeof status === 'string')
    return warning(`is not running at ${address} (${status})`, 'Start it with "npm start". The other checks run as far as possible.');
  return wrong(`answers ${status} at ${address}`, 'It is not ready, or another program uses the port: see the checks below and its log.');
}

export async function checkPublicUrl({ publicUrl, demo }: Config, serviceRuns: boolean): Promise<Finding> {
  const { hostname, protocol } = new URL(publicUrl);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (isLocal && demo !== 'off') return ok(`${publicUrl}: for this machine only`);
  if (isLocal)
    return warning(
      `${publicUrl} is reachable from this machine only`,
      'Set SWATH_PUBLIC_URL to the public address of the service, which is used for links in mails.',
    );
  if (protocol !== 'https:')
    return warning(`${publicUrl} is not encrypted`, 'Put a proxy with TLS before the service, and SWATH_PUBLIC_URL=https://….');
  const status = serviceRuns ? await statusOf(`${publicUrl}/api/health/live`) : 200;
  if (status === 200) return ok(publicUrl);
  return warning(`${publicUrl} cannot be reached from here (${status})`, 'Check the name, the proxy and its certificate.');
}

export async function checkMail({ mail, demo }: Config): Promise<Finding> {
  if (mail.smtpUrl === undefined) {
    const found = await checkWritable(mail.folder, 'SWATH_DATA');
    if (found.state !== 'ok' || demo !== 'off') return found;
    return warning(`mails are only written into ${mail.folder}`, 'They are not sent. Set SWATH_SMTP_URL and SWATH_MAIL_FROM.');
  }
  const { hostname, port } = new URL(mail.smtpUrl);
  const server = `${hostname}${port === '' ? '' : `:${port}`}`;
  try {
    await checkSmtp(mail.smtpUrl);
    return ok(`${server} accepts the connection`);
  } catch (error) {
    // The error message may contain the user name.
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    const why = [code, responseCode].filter((part) => part !== undefined).join(' ');
    const todo =
      code === 'EAUTH'
        ? 'Check the user and the password in SWATH_SMTP_URL.'
        : 'Check the host and the port in SWATH_SMTP_URL, and whether smtp or smtps is right.';
    return wrong(`${server} refuses the connection: ${why}`, todo);
  }
}

export async function checkStripe({ stripe, paymentSandbox, demo }: Config): Promise<Finding> {
  if (stripe === undefined) {
    if (paymentSandbox || demo === 'on') return ok('the sandbox: test cards, no real money');
    const off = "orders by card cannot be paid; for real payments set Stripe's keys, to try it out SWATH_PAYMENTS=sandbox";
    return ok(demo === 'off' ? `off: ${off}` : `the sandbox while there is demo data, else off: ${off}`);
  }
  const mode = stripe.live ? 'live' : 'test';
  const status = await requestStripe(stripe).catch(codeOf);
  if (status === 404 || status === 200) return ok(`Stripe accepts the ${mode} key`);
  if (status === 401) return wrong(`Stripe rejects the ${mode} key`, 'Copy SWATH_STRIPE_SECRET_KEY from Stripe again.');
  if (status === 403) return wrong(`Stripe's ${mode} key may not read payments`, 'Let the key read and write PaymentIntents and refunds.');
  return wrong(`Stripe answers with an unexpected status (${status})`, 'Check the network to api.stripe.com, and status.stripe.com.');
}

/** Requests the forecast of one place. */
export async function checkForecastServer({ weather, demo }: Config): Promise<Finding> {
  if (weather === undefined)
    return ok(
      `off${demo === 'off' ? '' : ', generated forecasts while there is demo data'}: for real ones set SWATH_WEATHER_URL to a server with the API of Open-Meteo`,
    );
  const { host } = new URL(weather.url);
  try {
    const [forecast] = await openMeteo(weather).fetch([cellOf(10.5, 105.5)], AbortSignal.timeout(10_000));
    if (forecast !== undefined) return ok(`${host} answers with ${forecast.hours.length} hours`);
    return wrong(`${host} answers with a forecast that is not usable`, 'Check that SWATH_WEATHER_URL has the API of Open-Meteo.');
  } catch (error) {
    if (!(error instanceof ForecastError)) throw error;
    return wrong(
      `${error.message} (${host})`,
      'Check SWATH_WEATHER_URL, SWATH_WEATHER_KEY and the network. Until then all weather is UNKNOWN.',
    );
  }
}

/** Writes, reads and deletes a test photo. */
export async function checkPhotos({ s3, dataFolder }: Config): Promise<Finding> {
  const folder = join(dataFolder, 'photos');
  if (s3 === undefined && !existsSync(folder)) return checkWritable(folder, 'SWATH_DATA');
  const storage = s3 === undefined ? folderStorage(folder) : s3Storage(s3);
  const where = s3 === undefined ? folder : `${new URL(s3.endpoint).host}/${s3.bucket}`;
  const key = `doctor-${randomBytes(6).toString('hex')}`;
  try {
    const picture = Buffer.from('not a picture');
    await storage.put(key, picture);
    const found = await storage.find(key);
    await storage.remove(key);
    return found?.equals(picture) === true
      ? ok(`written, read and removed at ${where}`)
      : wrong(`a file written at ${where} could not be read`, 'Check the storage and its read permission.');
  } catch (error) {
    const todo = s3 === undefined ? 'Let this account write there.' : 'Check SWATH_S3_ENDPOINT, SWATH_S3_BUCKET and the rights of the key.';
    return wrong(`photos cannot be stored at ${where}: ${codeOf(error instanceof AppError ? error.cause : error)}`, todo);
  }
}
