import { Type } from 'typebox';
import type { IssuerClients } from '../accounts/oidc-client.ts';
import { countIssuers, findIssuer, type Issuer, issuerSortColumns, listIssuers } from '../accounts/oidc-issuer-store.ts';
import { doesAnswer } from '../accounts/oidc-sign-in.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { DoneSchema, Exact, Id, Line, named, Text } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import type { Clock } from '../platform/time/clock.ts';
import { changeIssuer, createIssuer, issuerNotFound, removeIssuer } from './manage-issuers.ts';

const IssuerSchema = named(
  'Issuer',
  Exact({
    id: Id(),
    name: Type.String(),
    url: Type.String({ description: 'The issuer identifier. It cannot be changed, because the links of users belong to it.' }),
    clientId: Type.String(),
    enabled: Type.Boolean(),
    forFarmers: Type.Boolean({ description: 'Farmers sign in and register with it.' }),
    forStaff: Type.Boolean({ description: 'Staff sign in with it. Their accounts are created by an admin.' }),
    staffDomains: Type.Array(Type.String(), {
      description: 'Staff need a verified e-mail address of one of these domains; empty: of any.',
    }),
    redirectUri: Type.String({ description: 'To be entered at the issuer.' }),
  }),
);
const fields = {
  name: Line(60, { description: 'The sign-in page shows "Continue with" this name. Unique.' }),
  clientId: Line(500),
  clientSecret: Text(1000, { description: 'Stored encrypted and never shown.' }),
  enabled: Type.Boolean(),
  forFarmers: Type.Boolean(),
  forStaff: Type.Boolean(),
  staffDomains: Type.Array(Type.String({ maxLength: 254 }), { maxItems: 50 }),
};
const NewIssuerBody = named('NewIssuer', Type.Object({ ...fields, url: Line(500, { description: 'Begins with https://. Unique.' }) }));
const optional = Type.Partial(Type.Object(fields));
const IssuerChangeBody = named('IssuerChange', optional);

const newIssuerExample = {
  name: 'Swath Farms',
  url: 'https://login.swath.example',
  clientId: 'swath',
  clientSecret: 'the-secret-of-the-client',
  enabled: false,
  forFarmers: true,
  forStaff: true,
  staffDomains: ['swath.example'],
};
const { clientSecret: _, ...shownExample } = newIssuerExample;
const issuerExample = { id: 1, ...shownExample, redirectUri: 'https://swath.example/sign-in/callback' };

const IssuerId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The issuer.'), example: 1 }) });

export interface IssuerRouteDeps {
  database: Database;
  clock: Clock;
  secrets: SecretBox | undefined;
  clients: IssuerClients;
}

/** Issuers of OpenID Connect with which people sign in. */
export function issuerRoutes({ database, clock, secrets, clients }: IssuerRouteDeps): Route[] {
  const managing = ({ user }: { user: { id: string } }) => ({ database, secrets, actorId: user.id, now: clock() });
  const toJson = ({ id, version: _version, ...issuer }: Issuer) => ({ id: Number(id), ...issuer, redirectUri: clients.redirectUri });
  const common = { access: 'admin', tag: 'admin' } as const;
  const found = async (id: string): Promise<Issuer> => {
    const issuer = await findIssuer(database.read, id);
    if (issuer === undefined) throw issuerNotFound();
    return issuer;
  };
  return [
    route({
      ...common,
      method: 'GET',
      path: '/api/admin/issuer/',
      operationId: 'listIssuers',
      summary: 'Issuers of OpenID Connect',
      description: 'Default sort: by name.',
      paging: { sortable: Object.keys(issuerSortColumns) },
      response: Paged('IssuerPage', IssuerSchema),
      example: { content: [issuerExample], page: pageExample },
      handle: ({ pageable }) =>
        readPage(
          pageable,
          () => countIssuers(database.read, false),
          async (limit, offset) =>
            (await listIssuers(database.read, false, pageable.sort, limit, offset)).map((issuer) => JSON.stringify(toJson(issuer))),
        ),
    }),
    route({
      ...common,
      method: 'GET',
      path: '/api/admin/issuer/{id}',
      operationId: 'getIssuer',
      summary: 'An issuer',
      params: IssuerId,
      response: IssuerSchema,
      example: issuerExample,
      problems: ['NOT_FOUND'],
      handle: async ({ params }) => toJson(await found(params.id)),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/admin/issuer/',
      operationId: 'createIssuer',
      summary: 'Add an issuer',
      description: 'Register the service at the issuer first, with the redirect address `/sign-in/callback` of this service.',
      body: NewIssuerBody,
      bodyExample: newIssuerExample,
      response: IssuerSchema,
      example: issuerExample,
      problems: ['ISSUER_EXISTS'],
      handle: async (call) => toJson(await createIssuer(managing(call), call.body)),
    }),
    route({
      ...common,
      method: 'PATCH',
      path: '/api/admin/issuer/{id}',
      operationId: 'changeIssuer',
      summary: 'Change an issuer',
      params: IssuerId,
      body: IssuerChangeBody,
      bodyExample: { forFarmers: false },
      response: IssuerSchema,
      example: { ...issuerExample, forFarmers: false },
      problems: ['NOT_FOUND', 'ISSUER_EXISTS'],
      handle: async (call) => toJson(await changeIssuer(managing(call), call.params.id, call.body)),
    }),
    route({
      ...common,
      method: 'DELETE',
      path: '/api/admin/issuer/{id}',
      operationId: 'deleteIssuer',
      summary: 'Delete an issuer with all links to it',
      params: IssuerId,
      response: DoneSchema,
      example: { done: true },
      problems: ['NOT_FOUND'],
      async handle(call) {
        await removeIssuer(managing(call), call.params.id);
        return { done: true };
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/admin/issuer/{id}/check',
      operationId: 'checkIssuer',
      summary: 'Check whether an issuer answers',
      description: 'Reads its discovery document. The client id and secret are first used when someone signs in.',
      params: IssuerId,
      response: named('IssuerCheck', Exact({ answers: Type.Boolean({ description: 'False: the log of the service says why.' }) })),
      example: { answers: true },
      problems: ['NOT_FOUND'],
      handle: async ({ params }) => ({ answers: await doesAnswer({ database, clients, secrets }, await found(params.id)) }),
    }),
  ];
}
