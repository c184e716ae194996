import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Shape } from './client.ts';

/** Prefix of all queries about one order; lists of orders begin with ['orders']. */
export const orderKey = (id: number) => ['order', id] as const;
export const ordersKey = ['orders'] as const;
export const notificationsKey = ['notifications'] as const;

/** Subscribes to the live stream and invalidates the queries that a change affects. */
export function useLiveUpdates(onMessage: (message: Shape<'Notification'>) => void): void {
  const queries = useQueryClient();
  useEffect(() => {
    let source: EventSource | undefined;
    let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
    let wasDisconnected = false;
    const open = () => {
      source = new EventSource('/api/common/notification/stream');
      source.onopen = () => {
        // Events during the disconnection are not replayed.
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
        // The server refused the stream; in this case the browser does not reconnect by itself.
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
