import type { Shape } from '../api/client.ts';
import { Problem } from '../api/problem.ts';

type Open = (request: XMLHttpRequest, orderId: number) => void;

function sender(open: Open) {
  return (orderId: number, picture: Blob, idempotencyKey: string, onProgress: (share: number) => void): Promise<Shape<'OrderPhoto'>> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      open(request, orderId);
      request.setRequestHeader('content-type', picture.type);
      request.setRequestHeader('idempotency-key', idempotencyKey);
      request.responseType = 'json';
      request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
      request.onerror = () => reject(new Problem({ status: 0, code: 'UNREACHABLE', detail: '' }));
      request.onload = () => {
        if (request.status === 200) resolve(request.response as Shape<'OrderPhoto'>);
        else reject(Problem.from(request.response, new Response(null, { status: Math.max(200, request.status) })));
      };
      request.send(picture);
    });
}

/** A photo of the finished work, from the crew. */
export const sendReportPhoto = sender((request, orderId) => request.open('POST', `/api/sprayer/order/${orderId}/photo`));

/** A photo with an open objection, from the farmer. */
export const sendObjectionPhoto = sender((request, orderId) => request.open('POST', `/api/farmer/order/${orderId}/objection/photo`));

/** A photo of why a field was not sprayed, from the crew. */
export const sendNotSprayedPhoto = sender((request, orderId) => request.open('POST', `/api/sprayer/order/${orderId}/not-sprayed/photo`));
