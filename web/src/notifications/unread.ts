import { api, read } from '../api/client.ts';
import { notificationsKey } from '../api/live.ts';

export const unreadQuery = {
  queryKey: [...notificationsKey, 'unread'],
  queryFn: ({ signal }: { signal: AbortSignal }) => read(api.GET('/api/common/notification/unread', { signal })),
};
