import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import { orderKey } from '../../api/live.ts';

/** The role of the page: each role has its own paths. */
export type Side = 'farmer' | 'receptionist' | 'sprayer';

export const messagesKey = (id: number) => [...orderKey(id), 'messages'] as const;

/** The newest messages, newest first, and the number of unread ones. */
export function useMessages(side: Side, id: number, size: number) {
  return useQuery({
    queryKey: [...messagesKey(id), size],
    queryFn: async ({ signal }) => {
      const list = { params: { path: { id }, query: { pageable: { page: 0, size } } }, signal };
      const count = { params: { path: { id } }, signal };
      const [page, { unread }] = await Promise.all(
        side === 'farmer'
          ? [read(api.GET('/api/farmer/order/{id}/message', list)), read(api.GET('/api/farmer/order/{id}/message/unread', count))]
          : side === 'sprayer'
            ? [read(api.GET('/api/sprayer/order/{id}/message', list)), read(api.GET('/api/sprayer/order/{id}/message/unread', count))]
            : [
                read(api.GET('/api/receptionist/order/{id}/message', list)),
                read(api.GET('/api/receptionist/order/{id}/message/unread', count)),
              ],
      );
      return { messages: page.content, total: page.page.totalElements, unread };
    },
  });
}

export function sendMessage(side: Side, id: number, text: string, idempotencyKey: string) {
  const request = { params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey } }, body: { text } };
  if (side === 'farmer') return read(api.POST('/api/farmer/order/{id}/message', request));
  return side === 'sprayer'
    ? read(api.POST('/api/sprayer/order/{id}/message', request))
    : read(api.POST('/api/receptionist/order/{id}/message', request));
}

export function markRead(side: Side, id: number, messageId: number) {
  const request = { params: { path: { id } }, body: { messageId } };
  if (side === 'farmer') return read(api.PUT('/api/farmer/order/{id}/message/read', request));
  return side === 'sprayer'
    ? read(api.PUT('/api/sprayer/order/{id}/message/read', request))
    : read(api.PUT('/api/receptionist/order/{id}/message/read', request));
}

/** Photos of the work and of objections, oldest first. */
export function useOrderPhotos(side: Side, id: number) {
  return useQuery({
    queryKey: [...orderKey(id), 'work-photos'],
    queryFn: ({ signal }) => {
      const list = { params: { path: { id }, query: { pageable: { page: 0, size: 100 } } }, signal };
      if (side === 'farmer') return read(api.GET('/api/farmer/order/{id}/photo', list));
      return side === 'sprayer'
        ? read(api.GET('/api/sprayer/order/{id}/photo', list))
        : read(api.GET('/api/receptionist/order/{id}/photo', list));
    },
  });
}
