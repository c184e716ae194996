import { Type } from 'typebox';
import { checkReadable } from '../dispatch/order-reader.ts';
import { AppError } from '../errors.ts';
import { mayReportLate } from '../fieldwork/send-late-report.ts';
import { type OrderDeps, OrderId } from '../orders/order-http.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { Exact, Id, Int32, named, OneOf, Timestamp } from '../platform/http/schemas.ts';
import { addOrderPhoto, storeOrderPicture } from './add-order-photo.ts';
import { maxPhotos, maxUploadBytes, type StoredPicture } from './add-photo.ts';
import {
  countOrderPhotos,
  findOrderPhotoKey,
  listOrderPhotos,
  type OrderPhotoKind,
  orderPhotoKinds,
  orderPhotoSortColumns,
} from './order-photo-store.ts';
import type { PhotoStorage } from './photo-storage.ts';

const OrderPhotoSchema = named(
  'OrderPhoto',
  Exact({
    id: Id(),
    timestamp: Timestamp(),
    kind: OneOf(orderPhotoKinds, {
      description: 'report: the finished work, from the crew. objection: from the farmer. not_sprayed: why the crew did not spray.',
    }),
    width: Int32(),
    height: Int32(),
    bytes: Int32(),
  }),
);
const photoExample = { id: 3, timestamp: '2026-11-17T00:10:00.000Z', kind: 'report', width: 2048, height: 1536, bytes: 412311 };
const writePhoto = compileRowWriter(OrderPhotoSchema);
const PhotoId = Type.Object({ ...OrderId.properties, photoId: Type.Unsafe<string>({ ...Id('The photo.'), example: 3 }) });

const uploading =
  'The picture itself as the body: JPEG, PNG or WebP, up to 10 MB and 50 megapixels. Where and when it was taken is not kept.';
const uploadProblems = [
  'NOT_FOUND',
  'TOO_MANY_PHOTOS',
  'NOT_A_PICTURE',
  'PICTURE_TOO_LARGE',
  'PHOTO_STORAGE_UNAVAILABLE',
  'PHOTO_STORAGE_FULL',
] as const;

/** Photos of finished work and of objections, for everyone who sees the order. */
export function orderPhotoRoutes({ database, clock }: OrderDeps, storage: PhotoStorage): Route[] {
  const shared = {
    method: 'POST',
    params: OrderId,
    uploads: { types: ['image/jpeg', 'image/png', 'image/webp'], limit: maxUploadBytes },
    response: OrderPhotoSchema,
    idempotent: true,
    discard: ({ key }: StoredPicture) => storage.remove(key).catch(() => {}),
  } as const;
  const store = async (kind: OrderPhotoKind, orderId: string, user: Parameters<typeof checkReadable>[2], upload: Buffer) => {
    // A crew that did not spray is not on the order any more; what it marked is looked up with the author.
    const isFormerCrew = kind === 'not_sprayed' && (await mayReportLate(database.read, orderId, user.id, clock()));
    if (!isFormerCrew) await checkReadable(database.read, orderId, user);
    return storeOrderPicture(database, storage, user.id, orderId, kind, upload);
  };
  const readers = (['farmer', 'receptionist', 'sprayer'] as const).flatMap((role) => {
    const name = { farmer: 'FarmerOrder', receptionist: 'Order', sprayer: 'Job' }[role];
    return [
      route({
        method: 'GET',
        path: `/api/${role}/order/{id}/photo/`,
        operationId: `list${name}Photos`,
        access: role,
        tag: role,
        summary: 'Photos of the work and of objections',
        description: 'Default sort: oldest first.',
        params: OrderId,
        paging: { sortable: Object.keys(orderPhotoSortColumns) },
        response: Paged('OrderPhotoPage', OrderPhotoSchema),
        example: { content: [photoExample], page: pageExample },
        problems: ['NOT_FOUND'],
        async handle({ params, user, pageable }) {
          await checkReadable(database.read, params.id, user);
          return readPage(
            pageable,
            () => countOrderPhotos(database.read, params.id),
            async (limit, offset) => (await listOrderPhotos(database.read, params.id, pageable.sort, limit, offset)).map(writePhoto),
          );
        },
      }),
      route({
        method: 'GET',
        path: `/api/${role}/order/{id}/photo/{photoId}`,
        operationId: `get${name}Photo`,
        access: role,
        tag: role,
        summary: 'One photo of the work or of an objection',
        params: PhotoId,
        response: Type.String({ contentMediaType: 'image/jpeg' }),
        example: '',
        contentType: 'image/jpeg',
        problems: ['NOT_FOUND', 'PHOTO_STORAGE_UNAVAILABLE'],
        async handle({ params, user, reply }) {
          await checkReadable(database.read, params.id, user);
          const key = await findOrderPhotoKey(database.read, params.photoId, params.id);
          const picture = key === undefined ? undefined : await storage.find(key);
          if (picture === undefined) throw new AppError('NOT_FOUND', 'There is no such photo.');
          reply.header('content-type', 'image/jpeg').header('cache-control', 'private, max-age=31536000, immutable');
          reply.send(picture);
          return '';
        },
      }),
    ];
  });
  return [
    route({
      ...shared,
      path: '/api/sprayer/order/{id}/photo',
      operationId: 'addJobPhoto',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'Add a photo of the finished work',
      description: `After the work is reported done; at most ${maxPhotos} of the whole crew. ${uploading}`,
      example: photoExample,
      problems: [...uploadProblems, 'ACTION_NOT_ALLOWED'],
      prepare: ({ params, user, upload }) => store('report', params.id, user, upload),
      handle: async ({ params, user, database: through }, picture) =>
        writePhoto(await addOrderPhoto(through, user, params.id, 'report', picture, clock())),
    }),
    route({
      ...shared,
      path: '/api/farmer/order/{id}/objection/photo',
      operationId: 'addObjectionPhoto',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Add a photo to my open objection',
      description: `At most ${maxPhotos} to each objection. ${uploading}`,
      example: { ...photoExample, kind: 'objection' },
      problems: [...uploadProblems, 'NO_OBJECTION'],
      prepare: ({ params, user, upload }) => store('objection', params.id, user, upload),
      handle: async ({ params, user, database: through }, picture) =>
        writePhoto(await addOrderPhoto(through, user, params.id, 'objection', picture, clock())),
    }),
    route({
      ...shared,
      path: '/api/sprayer/order/{id}/not-sprayed/photo',
      operationId: 'addNotSprayedPhoto',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'Add a photo of why I did not spray',
      description: `After the job is marked as not sprayed, by the sprayer who marked it; at most ${maxPhotos}. ${uploading}`,
      example: { ...photoExample, kind: 'not_sprayed' },
      problems: [...uploadProblems, 'ACTION_NOT_ALLOWED'],
      prepare: ({ params, user, upload }) => store('not_sprayed', params.id, user, upload),
      handle: async ({ params, user, database: through }, picture) =>
        writePhoto(await addOrderPhoto(through, user, params.id, 'not_sprayed', picture, clock())),
    }),
    ...readers,
  ];
}
