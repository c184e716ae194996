import { Problem } from '../api/problem.ts';

/** Sufficient to see a leaf; larger photos are slow to upload on a mobile network. */
const maxSidePixels = 1600;
const maxUnshrunkBytes = 400_000;

export const maxPhotos = 5;

/** The target size: same aspect ratio, never enlarged. */
export function fitted(width: number, height: number): { width: number; height: number } {
  const share = Math.min(1, maxSidePixels / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
}

/** Reduces a photo to about a tenth of its size before the upload. */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Problem({ status: 0, code: 'NOT_A_PICTURE', detail: '' });
  });
  const { width, height } = fitted(picture.width, picture.height);
  const isKnown = file.type === 'image/jpeg' || file.type === 'image/png' || file.type === 'image/webp';
  if (isKnown && file.size <= maxUnshrunkBytes && width === picture.width) {
    picture.close();
    return file;
  }
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height);
  picture.close();
  const shrunk = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.82));
  if (shrunk === null) throw new Problem({ status: 0, code: 'NOT_A_PICTURE', detail: '' });
  return shrunk;
}
