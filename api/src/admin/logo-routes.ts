import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { insertAudit } from '../accounts/audit-store.ts';
import { AppError } from '../errors.ts';
import { decodePhoto } from '../feedback/decode-photo.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, NullableText, named } from '../platform/http/schemas.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { findLogo, findLogoDigest, removeLogo, saveLogo } from './logo-store.ts';

const maxLogoBytes = 2 * 1024 * 1024;

const LogoSchema = named('CompanyLogo', Exact({ url: NullableText({ description: 'Address of the picture; null: there is no logo.' }) }));
const exampleDigest = '4f2d1c0a9b8e7d6c5b4a39281706f5e4';
const example = { url: `/api/auth/company/logo/${exampleDigest}` };
const logoOf = (digest: string | undefined) => ({ url: digest === undefined ? null : `/api/auth/company/logo/${digest}` });

/** The company's logo, shown in the header of all pages. Its address has a digest, so it is cached for good. */
export function logoRoutes({ database, clock }: { database: Database; clock: Clock }): Route[] {
  const change = (actorId: string, save: Parameters<Database['transaction']>[0]) =>
    database.transaction(async (tx) => {
      const before = logoOf(await findLogoDigest(tx)).url;
      await save(tx);
      const after = logoOf(await findLogoDigest(tx)).url;
      const changes = before === after ? [] : [{ field: 'logo', from: before, to: after }];
      if (changes.length > 0)
        await insertAudit(tx, { actorId, action: 'setting_update', subjectType: 'setting', subjectId: null, changes }, clock());
      return { url: after };
    });
  return [
    route({
      method: 'GET',
      path: '/api/auth/company/logo',
      operationId: 'getCompanyLogo',
      access: 'public',
      tag: 'accounts',
      summary: 'Address of the company logo',
      response: LogoSchema,
      example,
      handle: async () => logoOf(await findLogoDigest(database.read)),
    }),
    route({
      method: 'GET',
      path: '/api/auth/company/logo/{digest}',
      operationId: 'getCompanyLogoPicture',
      access: 'public',
      tag: 'accounts',
      summary: 'The company logo',
      description: 'A JPEG that never changes at this address.',
      params: Type.Object({
        digest: Type.String({ pattern: '^[0-9a-f]{32}$', description: 'Digest of the picture.', example: exampleDigest }),
      }),
      response: Type.String({ contentMediaType: 'image/jpeg' }),
      contentType: 'image/jpeg',
      example: '',
      problems: ['NOT_FOUND'],
      async handle({ params, reply }) {
        const picture = await findLogo(database.read, params.digest);
        if (picture === undefined) throw new AppError('NOT_FOUND', 'There is no such logo.');
        reply.header('content-type', 'image/jpeg').header('cache-control', 'public, max-age=31536000, immutable');
        reply.send(picture);
        return '';
      },
    }),
    route({
      method: 'PUT',
      path: '/api/admin/logo',
      operationId: 'setLogo',
      access: 'admin',
      tag: 'admin',
      summary: 'Upload the company logo',
      description: 'The picture itself as the body: JPEG, PNG or WebP, up to 2 MB.',
      uploads: { types: ['image/jpeg', 'image/png', 'image/webp'], limit: maxLogoBytes },
      response: LogoSchema,
      example,
      problems: ['NOT_A_PICTURE', 'PICTURE_TOO_LARGE'],
      async handle({ upload, user }) {
        const { picture } = await decodePhoto(user.id, upload);
        const digest = createHash('sha256').update(picture).digest('hex').slice(0, 32);
        return change(user.id, (tx) => saveLogo(tx, picture, digest));
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/admin/logo',
      operationId: 'removeLogo',
      access: 'admin',
      tag: 'admin',
      summary: 'Remove the company logo',
      response: LogoSchema,
      example: { url: null },
      handle: ({ user }) => change(user.id, removeLogo),
    }),
  ];
}
