import { queryOptions } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { webhooksKey } from './admin-keys.ts';

export type Webhook = Shape<'Webhook'>;
export type EventType = Webhook['eventTypes'][number];

/** The number of webhooks is limited, so one page contains all. */
export const webhooksQuery = queryOptions({
  queryKey: [...webhooksKey, 'list'],
  queryFn: ({ signal }) =>
    read(api.GET('/api/admin/webhook', { params: { query: { pageable: { page: 0, size: 200, sort: ['id,asc'] } } }, signal })),
});
