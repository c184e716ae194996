import { type Static, Type } from 'typebox';
import { differences, insertAudit } from '../accounts/audit-store.ts';
import { AppError, invalid } from '../errors.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { DoneSchema, Exact, Int32, Line, NullableText, named, OneOf, Text } from '../platform/http/schemas.ts';
import type { Database, Tx } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { ZaloParts } from './build-channels.ts';
import { messageValues } from './channel.ts';
import { messageTypes } from './message-types.ts';
import { type ZaloTemplateInfo, zaloCallbackPath } from './zalo.ts';
import { type MappedField, missingFields } from './zalo-rules.ts';
import {
  countZaloTemplates,
  deleteZaloAccount,
  deleteZaloTemplate,
  findZaloAccount,
  findZaloTemplate,
  listZaloTemplates,
  lockZaloAccount,
  readAppSecrets,
  readTokens,
  saveZaloAccount,
  saveZaloTemplate,
  zaloTemplateSortColumns,
} from './zalo-store.ts';

const languages = ['en', 'vi'] as const;
const states = ['not_set_up', 'ready', 'not_connected', 'token_refused'] as const;

const SettingSchema = named(
  'ZaloSetting',
  Exact({
    state: OneOf(states, {
      description:
        'ready: there is an access token. not_connected: Zalo could not be asked for one yet. token_refused: Zalo does not accept the refresh token; enter a new one.',
    }),
    appId: NullableText({ description: 'Id of the app at Zalo; null: not set up.' }),
    error: NullableText({ description: 'What Zalo answered to the refresh token.' }),
    callbackUrl: Type.String({ description: 'Address for the webhook of the app at Zalo.' }),
  }),
);
const settingExample: Static<typeof SettingSchema> = {
  state: 'ready',
  appId: '3390165814920551234',
  error: null,
  callbackUrl: `https://spray.example.com${zaloCallbackPath}`,
};
const Secret = (description: string) =>
  Type.Optional(Text(2000, { mayBeOmitted: true, description: `${description} Left out: the stored one stays.` }));
const NewSettingSchema = named(
  'NewZaloSetting',
  Type.Object({
    appId: Type.String({
      pattern: '^\\d{5,30}$',
      patternHint: 'must be 5 to 30 digits',
      description: 'Id of the app at Zalo, digits only.',
    }),
    appSecret: Secret('Secret key of the app.'),
    oaSecret: Secret('Secret key of the official account, with which Zalo signs its callbacks.'),
    refreshToken: Secret('Works once; the service stores its successors.'),
  }),
);

const TemplateId = Type.String({
  pattern: '^\\d{1,20}$',
  patternHint: 'must be 1 to 20 digits',
  description: 'Id of the approved template at Zalo.',
  example: '302259',
});
const templateKey = {
  type: OneOf(messageTypes, { description: 'What the message is about.', example: 'confirmed' }),
  language: OneOf(languages, { description: 'Language of the recipient.', example: 'vi' }),
};
const FieldValue = { name: Line(100, { description: 'Name of the field in the template.' }), value: OneOf(messageValues) };
const TemplateSchema = named(
  'ZaloTemplate',
  Exact({ ...templateKey, templateId: TemplateId, fields: Type.Array(Exact(FieldValue), { description: 'Fields and their values.' }) }),
);
const templateExample: Static<typeof TemplateSchema> = {
  type: 'confirmed',
  language: 'vi',
  templateId: '302259',
  fields: [
    { name: 'customer_name', value: 'name' },
    { name: 'order_code', value: 'order' },
    { name: 'date', value: 'when' },
  ],
};
const NewTemplateSchema = named(
  'NewZaloTemplate',
  Type.Object({ ...templateKey, templateId: TemplateId, fields: Type.Array(Type.Object(FieldValue), { maxItems: 50 }) }),
);
const InfoSchema = named(
  'ZaloTemplateInfo',
  Exact({
    templateId: Type.String(),
    name: Type.String(),
    approved: Type.Boolean({ description: 'Only an approved template can be used.' }),
    fields: Type.Array(
      Exact({
        name: Type.String(),
        required: Type.Boolean(),
        maxLength: Type.Unsafe<number | null>({ ...Int32(), type: ['integer', 'null'], description: 'Longer values are cut.' }),
      }),
    ),
  }),
);
const infoExample: Static<typeof InfoSchema> = {
  templateId: '302259',
  name: 'Xác nhận đơn phun',
  approved: true,
  fields: [{ name: 'customer_name', required: true, maxLength: 30 }],
};

export interface ZaloSettingDeps {
  database: Database;
  clock: Clock;
  publicUrl: string;
  /** Undefined: its secrets cannot be stored. */
  zalo: ZaloParts | undefined;
}

const requestTimeoutMs = 8000;
const notSetUp = (message: string) => new AppError('CHANNEL_NOT_SET_UP', message);

/** Zalo: the account, and which template each message uses. Secrets are written, and never read back. */
export function zaloSettingRoutes({ database, clock, publicUrl, zalo }: ZaloSettingDeps): Route[] {
  const common = { access: 'admin', tag: 'admin' } as const;
  const read = async (): Promise<Static<typeof SettingSchema>> => {
    const account = await findZaloAccount(database.write);
    const callbackUrl = publicUrl + zaloCallbackPath;
    const tokens = zalo && (await readTokens(database.write, zalo.box));
    if (account === undefined || tokens === undefined) return { state: 'not_set_up', appId: null, error: null, callbackUrl };
    const { appId, tokenError, expiresAt } = account;
    const state = tokenError !== null ? 'token_refused' : expiresAt === null ? 'not_connected' : 'ready';
    return { state, appId, error: tokenError, callbackUrl };
  };
  const audit = (tx: Tx, actorId: string, before: Record<string, string | null>, after: Record<string, string | null>) => {
    const changes = differences(before, after);
    if (changes.length === 0) return undefined;
    return insertAudit(tx, { actorId, action: 'setting_update', subjectType: 'setting', subjectId: null, changes }, clock());
  };
  const requireZalo = (): ZaloParts => {
    if (zalo === undefined) throw notSetUp('The service cannot store secrets. See the service log.');
    return zalo;
  };
  /** What Zalo says about a template. */
  const readInfo = async (templateId: string): Promise<ZaloTemplateInfo> => {
    const { api, tokens } = requireZalo();
    let rejected: string | undefined;
    for (let tries = 0; tries < 2; tries++) {
      const access = await tokens.get(rejected);
      if ('result' in access) {
        if (access.result === 'refused') throw notSetUp(access.error);
        throw unavailable();
      }
      const info = await api.templateInfo(access.token, templateId, AbortSignal.timeout(requestTimeoutMs));
      if (info === 'token') {
        rejected = access.generation;
        continue;
      }
      if (!('result' in info)) return info;
      if (info.result === 'refused') throw invalid({ path: 'templateId', message: 'must be a template of your Zalo account' });
      throw unavailable();
    }
    throw unavailable();
  };
  return [
    route({
      ...common,
      method: 'GET',
      path: '/api/admin/zalo',
      operationId: 'getZaloSetting',
      summary: 'Whether Zalo is set up',
      description: 'Secrets are not part of the answer.',
      response: SettingSchema,
      example: settingExample,
      handle: read,
    }),
    route({
      ...common,
      method: 'PUT',
      path: '/api/admin/zalo',
      operationId: 'changeZaloSetting',
      summary: 'Set up Zalo',
      description: 'Secrets are stored encrypted. The refresh token is used at once, so the answer says whether Zalo accepts it.',
      body: NewSettingSchema,
      bodyExample: { appId: '3390165814920551234', appSecret: 'app-secret', oaSecret: 'oa-secret', refreshToken: 'refresh-token' },
      response: SettingSchema,
      example: settingExample,
      problems: ['CHANNEL_NOT_SET_UP'],
      async handle({ body, user }) {
        const { box, tokens } = requireZalo();
        const { appId, appSecret, oaSecret, refreshToken } = body;
        await database.transaction(async (tx) => {
          const before = await lockZaloAccount(tx);
          const stored = before && (await readAppSecrets(tx, box));
          const secrets = { appSecret: appSecret?.trim() ?? stored?.appSecret, oaSecret: oaSecret?.trim() ?? stored?.oaSecret };
          const missing = [
            ...(secrets.appSecret === undefined ? ['appSecret'] : []),
            ...(secrets.oaSecret === undefined ? ['oaSecret'] : []),
            ...(refreshToken === undefined && (before === undefined || (await readTokens(tx, box)) === undefined) ? ['refreshToken'] : []),
          ];
          if (missing.length > 0) throw invalid(...missing.map((path) => ({ path, message: 'is required' })));
          const kept = { appSecret: secrets.appSecret ?? '', oaSecret: secrets.oaSecret ?? '' };
          await saveZaloAccount(tx, box, { appId, secrets: kept, refreshToken: refreshToken?.trim() }, clock());
          const given = Object.entries({ appSecret, oaSecret, refreshToken }).flatMap(([name, value]) =>
            value === undefined ? [] : [name],
          );
          await audit(
            tx,
            user.id,
            { zaloAppId: before?.appId ?? null, zaloSecrets: null },
            { zaloAppId: appId, zaloSecrets: given.length === 0 ? null : given.join(', ') },
          );
        });
        await tokens.get();
        return read();
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      path: '/api/admin/zalo',
      operationId: 'removeZalo',
      summary: 'Remove the Zalo account',
      description: 'Deletes its secrets. Messages go by the other channels. The templates stay.',
      response: DoneSchema,
      example: { done: true },
      async handle({ user }) {
        await database.transaction(async (tx) => {
          const before = await lockZaloAccount(tx);
          if (await deleteZaloAccount(tx)) await audit(tx, user.id, { zaloAppId: before?.appId ?? null }, { zaloAppId: null });
        });
        return { done: true };
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: '/api/admin/zalo/template/',
      operationId: 'listZaloTemplates',
      summary: 'Which template each message uses on Zalo',
      description: 'A message without one goes by the next channel.',
      paging: { sortable: Object.keys(zaloTemplateSortColumns) },
      response: Paged('ZaloTemplatePage', TemplateSchema),
      example: { content: [templateExample], page: pageExample },
      handle: ({ pageable }) =>
        readPage(
          pageable,
          () => countZaloTemplates(database.read),
          async (limit, offset) =>
            (await listZaloTemplates(database.read, pageable.sort, limit, offset)).map((template) =>
              JSON.stringify({ ...template, fields: template.fields.map(({ name, value }) => ({ name, value })) }),
            ),
        ),
    }),
    route({
      ...common,
      method: 'PUT',
      path: '/api/admin/zalo/template',
      operationId: 'changeZaloTemplate',
      summary: 'Choose the template of a message on Zalo',
      description: 'Zalo is asked about the template: it must be approved, and each of its required fields needs a value.',
      body: NewTemplateSchema,
      bodyExample: templateExample,
      response: TemplateSchema,
      example: templateExample,
      problems: ['CHANNEL_NOT_SET_UP', 'CHANNEL_PROVIDER_UNAVAILABLE'],
      async handle({ body, user }) {
        const { type, language, templateId, fields } = body;
        if (new Set(fields.map(({ name }) => name)).size < fields.length)
          throw invalid({ path: 'fields', message: 'must name each field once' });
        const info = await readInfo(templateId);
        if (!info.isApproved) throw invalid({ path: 'templateId', message: 'must be a template that Zalo has approved' });
        const known = new Map(info.fields.map((field) => [field.name, field]));
        const errors = [
          ...missingFields(info.fields, fields).map((name) => ({ path: `fields.${name}`, message: 'is required' })),
          ...fields
            .filter(({ name }) => !known.has(name))
            .map(({ name }) => ({ path: `fields.${name}`, message: 'is not a field of the template' })),
        ];
        if (errors.length > 0) throw invalid(...errors);
        const mapped = fields.map(({ name, value }): MappedField => ({ name, value, maxLength: known.get(name)?.maxLength ?? null }));
        await database.transaction(async (tx) => {
          const before = await findZaloTemplate(tx, type, language);
          await saveZaloTemplate(tx, { type, language, templateId, fields: mapped });
          const named = (id: string | undefined) => ({ zaloTemplate: id === undefined ? null : `${type} ${language}: ${id}` });
          await audit(tx, user.id, named(before?.templateId), named(templateId));
        });
        return { type, language, templateId, fields };
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      path: '/api/admin/zalo/template/{type}/{language}',
      operationId: 'removeZaloTemplate',
      summary: 'Send a message no longer by Zalo',
      params: Type.Object(templateKey),
      response: DoneSchema,
      example: { done: true },
      problems: ['NOT_FOUND'],
      async handle({ params: { type, language }, user }) {
        await database.transaction(async (tx) => {
          const templateId = await deleteZaloTemplate(tx, type, language);
          if (templateId === undefined) throw new AppError('NOT_FOUND', 'There is no such template. Perhaps it has been removed.');
          await audit(tx, user.id, { zaloTemplate: `${type} ${language}: ${templateId}` }, { zaloTemplate: null });
        });
        return { done: true };
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: '/api/admin/zalo/template-info/{templateId}',
      operationId: 'getZaloTemplateInfo',
      summary: 'Fields of a template, as Zalo has it',
      params: Type.Object({ templateId: TemplateId }),
      response: InfoSchema,
      example: infoExample,
      problems: ['CHANNEL_NOT_SET_UP', 'CHANNEL_PROVIDER_UNAVAILABLE'],
      async handle({ params: { templateId } }) {
        const { name, isApproved, fields } = await readInfo(templateId);
        return { templateId, name, approved: isApproved, fields };
      },
    }),
  ];
}

const unavailable = () =>
  new AppError('CHANNEL_PROVIDER_UNAVAILABLE', 'Zalo does not respond. Nothing has changed. Please try again.', { retryAfterSeconds: 10 });
