import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Shape } from './client.ts';

/** Everything about one order hangs below this key, lists of orders below ['orders']. */
export const orderKey = (id: number) => ['order', id] as const;
export const ordersKey = ['orders'] as const;
export const notificationsKey = ['notifications'] as const;

/** Keeps what is on the screen true: whatever changes on the service is asked for again, at once. */
export function useLiveUpdates(onMessage: (message: Shape<'Notification'>) => void): void {
  const queries = useQueryClient();
  useEffect(() => {
    let source: EventSource | undefined;
    let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
    let wasDisconnected = false;
    const open = () => {
      source = new EventSource('/api/common/notification/stream');
      source.onopen = () => {
        // What happened while nobody was listening is not told again.
        if (wasDisconnected) void queries.invalidateQueries();
        wasDisconnected = false;
      };
      source.onmessage = ({ data }) => {
        void queries.invalidateQueries({ queryKey: notificationsKey });
        onMessage(JSON.parse(data));
      };
      source.addEventListener('change', ({ data }) => {
        const { orderId } = JSON.parse(data) as { orderId: number | null };
        void queries.invalidateQueries({ queryKey: ordersKey });
        void queries.invalidateQueries({ queryKey: orderId === null ? ['order'] : orderKey(orderId) });
      });
      source.onerror = () => {
        wasDisconnected = true;
        // Refused, not just cut: a browser does not come back from that by itself.
        if (source?.readyState === EventSource.CLOSED) reconnectTimer = setTimeout(open, 10_000);
      };
    };
    open();
    return () => {
      clearTimeout(reconnectTimer);
      source?.close();
    };
  }, [queries, onMessage]);
}
