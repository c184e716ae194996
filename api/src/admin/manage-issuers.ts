import { differences, insertAudit } from '../accounts/audit-store.ts';
import {
  deleteIssuer,
  type Issuer,
  type IssuerFields,
  insertIssuer,
  lockIssuer,
  saveClientSecret,
  updateIssuer,
} from '../accounts/oidc-issuer-store.ts';
import { domainErrors, issuerUrlErrors, normalizeDomain, normalizeIssuerUrl } from '../accounts/oidc-rules.ts';
import { AppError, invalid } from '../errors.ts';
import { type Database, violatedConstraint } from '../platform/postgres/database.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';

export interface ManagingIssuers {
  database: Database;
  secrets: SecretBox | undefined;
  actorId: string;
  now: Date;
}

export interface IssuerInput extends Omit<IssuerFields, 'staffDomains'> {
  staffDomains: string[];
  clientSecret: string;
}
export type IssuerChange = { [Field in keyof Omit<IssuerInput, 'url'>]?: IssuerInput[Field] | undefined };

export const issuerNotFound = () => new AppError('NOT_FOUND', 'There is no such issuer.');

const domainsOf = (texts: readonly string[]): string[] => [...new Set(texts.map(normalizeDomain))];

/** Lists are compared and shown in the audit trail as text. */
const audited = ({ name, url, clientId, enabled, forFarmers, forStaff, staffDomains }: Issuer) => ({
  name,
  url,
  clientId,
  enabled,
  forFarmers,
  forStaff,
  staffDomains: staffDomains.join(', ') || null,
});

/** The trail says that the secret was changed, never the secret. */
const secretChange = { field: 'clientSecret', from: null, to: 'changed' };

function boxOf({ secrets }: ManagingIssuers): SecretBox {
  if (secrets === undefined) throw new Error('Secrets cannot be stored.');
  return secrets;
}

export async function createIssuer(managing: ManagingIssuers, { clientSecret, ...input }: IssuerInput): Promise<Issuer> {
  const { database, actorId, now } = managing;
  const url = normalizeIssuerUrl(input.url);
  const staffDomains = domainsOf(input.staffDomains);
  const errors = [...issuerUrlErrors('url', url), ...domainErrors('staffDomains', staffDomains)];
  if (errors.length > 0) throw invalid(...errors);
  const box = boxOf(managing);
  return refusingDuplicates(() =>
    database.transaction(async (tx) => {
      const issuer = await insertIssuer(tx, { ...input, name: input.name.trim(), clientId: input.clientId.trim(), url, staffDomains }, now);
      await saveClientSecret(tx, box, issuer.id, clientSecret, now);
      const changes = [...differences({}, audited(issuer)), secretChange];
      await insertAudit(tx, { actorId, action: 'issuer_create', subjectType: 'issuer', subjectId: issuer.id, changes }, now);
      return issuer;
    }),
  );
}

export async function changeIssuer(managing: ManagingIssuers, id: string, { clientSecret, ...change }: IssuerChange): Promise<Issuer> {
  const { database, actorId, now } = managing;
  const staffDomains = change.staffDomains && domainsOf(change.staffDomains);
  const errors = domainErrors('staffDomains', staffDomains ?? []);
  if (errors.length > 0) throw invalid(...errors);
  const box = boxOf(managing);
  return refusingDuplicates(() =>
    database.transaction(async (tx) => {
      const before = await lockIssuer(tx, id);
      if (before === undefined) throw issuerNotFound();
      const after = await updateIssuer(tx, id, {
        name: change.name?.trim() ?? before.name,
        clientId: change.clientId?.trim() ?? before.clientId,
        enabled: change.enabled ?? before.enabled,
        forFarmers: change.forFarmers ?? before.forFarmers,
        forStaff: change.forStaff ?? before.forStaff,
        staffDomains: staffDomains ?? before.staffDomains,
      });
      if (clientSecret !== undefined) await saveClientSecret(tx, box, id, clientSecret, now);
      const changes = [...differences(audited(before), audited(after)), ...(clientSecret === undefined ? [] : [secretChange])];
      if (changes.length > 0)
        await insertAudit(tx, { actorId, action: 'issuer_update', subjectType: 'issuer', subjectId: id, changes }, now);
      return after;
    }),
  );
}

export function removeIssuer({ database, actorId, now }: ManagingIssuers, id: string): Promise<void> {
  return database.transaction(async (tx) => {
    const issuer = await lockIssuer(tx, id);
    if (issuer === undefined) throw issuerNotFound();
    await deleteIssuer(tx, id);
    const changes = [{ field: 'name', from: issuer.name, to: null }];
    await insertAudit(tx, { actorId, action: 'issuer_delete', subjectType: 'issuer', subjectId: id, changes }, now);
  });
}

async function refusingDuplicates<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const constraint = violatedConstraint(error);
    const path = constraint === 'oidc_issuer_name' ? 'name' : constraint === 'oidc_issuer_url_key' ? 'url' : undefined;
    if (path === undefined) throw error;
    throw new AppError('ISSUER_EXISTS', `There is an issuer with this ${path === 'name' ? 'name' : 'address'} already.`, {
      errors: [{ path, message: 'belongs to another issuer already' }],
    });
  }
}
