import { checkDatabase, type Report } from '../doctor/check-database.ts';
import { checkDisk, checkMemory, checkNode } from '../doctor/check-machine.ts';
import { checkForecastServer, checkMail, checkPhotos, checkPublicUrl, checkService, checkStripe } from '../doctor/check-outside.ts';
import { exitCodeOf, type Finding, judgeSettings, ok, wrong } from '../doctor/doctor-rules.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { describeUnknownSetting, findUnknownSettings } from '../platform/config/settings.ts';
import { findEmbedded } from '../platform/embedded-postgres/find-embedded.ts';
import { installOutgoingFilter } from '../platform/outgoing/outgoing-filter.ts';

const findings: Finding[] = [];
const longest = 30_000;

const failed = (error: unknown) => wrong(error instanceof Error ? error.message : String(error), 'This is not foreseen: look at the log.');

const report: Report = async (about, check) => {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<Finding>((resolve) => {
    timer = setTimeout(() => resolve(wrong('no answer in time', 'Look at what it depends on, and at the log.')), longest);
  });
  const finding = await Promise.race([check().catch(failed), tooLong]);
  clearTimeout(timer);
  findings.push(finding);
  process.stdout.write(
    `  ${finding.state.padEnd(8)} ${about.padEnd(15)} ${finding.message}${finding.todo === undefined ? '' : ` → ${finding.todo}`}\n`,
  );
  return finding;
};

async function examine(config: Config): Promise<void> {
  installOutgoingFilter(config.allowedAddresses);
  const { state } = await report('service', () => checkService(config));
  const serviceRuns = state === 'ok';
  await report('disk', () => checkDisk(config.dataFolder));
  const cluster = config.databaseUrl === undefined ? findEmbedded(config.dataFolder)?.cluster : undefined;
  if (cluster !== undefined && !cluster.startsWith(config.dataFolder)) await report('disk', () => checkDisk(cluster));
  await checkDatabase(config, serviceRuns, report).catch((error: unknown) => report('database', async () => failed(error)));
  await report('public address', () => checkPublicUrl(config, serviceRuns));
  await report('mail server', () => checkMail(config));
  await report('card payments', () => checkStripe(config));
  await report('forecast server', () => checkForecastServer(config));
  await report('photos', () => checkPhotos(config));
}

await report('node', checkNode);
await report('memory', checkMemory);
let config: Config | undefined;
await report('configuration', async () => {
  try {
    config = readConfig();
    return ok('can be read');
  } catch (error) {
    return wrong((error as Error).message, 'Correct it: the service does not start like this.');
  }
});
await report('settings', async () => judgeSettings(findUnknownSettings().map(describeUnknownSetting)));
if (config !== undefined) await examine(config);

const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
const code = exitCodeOf(findings);
process.stdout.write(
  `\n  ${code === 0 ? 'All is well.' : `${count('wrong')} wrong, ${count('warning')} to be warned of, ${count('ok')} well.`}\n`,
);
process.exit(code);
