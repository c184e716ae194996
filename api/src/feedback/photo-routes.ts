import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../errors.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import { type OrderDeps, OrderId } from '../orders/order-http.ts';
import { findFarmerOrder, orderExists } from '../orders/order-store.ts';
import { type Pageable, Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { Exact, Id, Int32, named } from '../platform/http/schemas.ts';
import { addPhoto, maxUploadBytes, storePicture } from './add-photo.ts';
import type { PhotoStorage } from './photo-storage.ts';
import { countPhotos, findPhotoKey, listPhotos } from './photo-store.ts';

const PhotoSchema = named('Photo', Exact({ id: Id(), width: Int32(), height: Int32(), bytes: Int32() }));
const photoExample = { id: 3, width: 2048, height: 1536, bytes: 412311 };
const writePhoto = compileRowWriter(PhotoSchema);

const PhotoId = Type.Object({ ...OrderId.properties, photoId: Type.Unsafe<string>({ ...Id('The photo.'), example: 3 }) });

export function photoRoutes({ database, clock }: OrderDeps, storage: PhotoStorage): Route[] {
  const page = (orderId: string, pageable: Pageable) =>
    readPage(
      pageable,
      () => countPhotos(database.read, orderId),
      async (limit, offset) => (await listPhotos(database.read, orderId, limit, offset)).map(writePhoto),
    );
  const send = async (orderId: string, photoId: string, reply: FastifyReply) => {
    const key = await findPhotoKey(database.read, photoId, orderId);
    const picture = key === undefined ? undefined : await storage.find(key);
    if (picture === undefined) throw new AppError('NOT_FOUND', 'There is no such photo.');
    reply.header('content-type', 'image/jpeg').header('cache-control', 'private, max-age=31536000, immutable');
    reply.send(picture);
    return '';
  };
  const ownOnly = async (orderId: string, farmerId: string) => {
    if ((await findFarmerOrder(database.read, orderId, farmerId)) === undefined) throw orderNotFound();
  };
  const shared = {
    response: Type.String({ contentMediaType: 'image/jpeg' }),
    example: '',
    contentType: 'image/jpeg',
    problems: ['NOT_FOUND', 'PHOTO_STORAGE_UNAVAILABLE'],
  } as const;
  const list = {
    paging: { sortable: ['id'] },
    response: Paged('PhotoPage', PhotoSchema),
    example: { content: [photoExample], page: pageExample },
    problems: ['NOT_FOUND'],
  } as const;
  return [
    route({
      method: 'POST',
      path: '/api/farmer/order/{id}/feedback/photo',
      operationId: 'addFeedbackPhoto',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Add a photo to my feedback',
      description:
        'The picture itself as the body: JPEG, PNG or WebP, up to 10 MB and 50 megapixels. At most five. Metadata such as place and time are removed.',
      params: OrderId,
      uploads: { types: ['image/jpeg', 'image/png', 'image/webp'], limit: maxUploadBytes },
      response: PhotoSchema,
      example: photoExample,
      problems: [
        'NOT_FOUND',
        'NO_FEEDBACK',
        'TOO_MANY_PHOTOS',
        'NOT_A_PICTURE',
        'PICTURE_TOO_LARGE',
        'PHOTO_STORAGE_UNAVAILABLE',
        'PHOTO_STORAGE_FULL',
      ],
      idempotent: true,
      prepare: ({ params, user, upload }) => storePicture(database, storage, user, params.id, upload),
      discard: ({ key }) => storage.remove(key).catch(() => {}),
      handle: async ({ params, database: through }, picture) => writePhoto(await addPhoto(through, params.id, picture, clock())),
    }),
    route({
      method: 'GET',
      path: '/api/farmer/order/{id}/feedback/photo/',
      operationId: 'listMyFeedbackPhotos',
      access: 'farmer',
      tag: 'farmer',
      summary: 'The photos of my feedback',
      params: OrderId,
      ...list,
      async handle({ params, user, pageable }) {
        await ownOnly(params.id, user.id);
        return page(params.id, pageable);
      },
    }),
    route({
      method: 'GET',
      path: '/api/farmer/order/{id}/feedback/photo/{photoId}',
      operationId: 'getMyFeedbackPhoto',
      access: 'farmer',
      tag: 'farmer',
      summary: 'One photo of my feedback',
      params: PhotoId,
      ...shared,
      async handle({ params, user, reply }) {
        await ownOnly(params.id, user.id);
        return send(params.id, params.photoId, reply);
      },
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/order/{id}/feedback/photo/',
      operationId: 'listFeedbackPhotos',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'The photos of an order’s feedback',
      params: OrderId,
      ...list,
      async handle({ params, pageable }) {
        if (!(await orderExists(database.read, params.id))) throw orderNotFound();
        return page(params.id, pageable);
      },
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/order/{id}/feedback/photo/{photoId}',
      operationId: 'getFeedbackPhoto',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'One photo of an order’s feedback',
      params: PhotoId,
      ...shared,
      handle: ({ params, reply }) => send(params.id, params.photoId, reply),
    }),
  ];
}
