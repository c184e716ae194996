import type { Shape } from '../api/client.ts';
import { Problem } from '../api/problem.ts';

/** Uploads one photo and reports the progress. XMLHttpRequest, because fetch does not report upload progress. */
export function sendPhoto(
  orderId: number,
  picture: Blob,
  idempotencyKey: string,
  onProgress: (share: number) => void,
): Promise<Shape<'Photo'>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api/farmer/order/${orderId}/feedback/photo`);
    request.setRequestHeader('content-type', picture.type);
    request.setRequestHeader('idempotency-key', idempotencyKey);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(new Problem({ status: 0, code: 'UNREACHABLE', detail: '' }));
    request.onload = () => {
      if (request.status === 200) resolve(request.response as Shape<'Photo'>);
      else reject(Problem.from(request.response, new Response(null, { status: Math.max(200, request.status) })));
    };
    request.send(picture);
  });
}
