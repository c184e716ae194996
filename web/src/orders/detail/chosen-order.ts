import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useIsPhone } from '../../ui/phone.ts';

/** Pages with a side panel for the selected order. */
const withPanel = ['/', '/inbox', '/orders', '/map'];

/** Address of an order: in the side panel of the current page, or as a page on a small screen. */
export function useOrderAddress(): (id: number) => string {
  const isPhone = useIsPhone();
  const { pathname, search } = useLocation();
  return useCallback(
    (id) => {
      if (isPhone || !withPanel.includes(pathname)) return `/orders/${id}`;
      const params = new URLSearchParams(search);
      params.set('order', String(id));
      return `${pathname}?${params}`;
    },
    [isPhone, pathname, search],
  );
}

export function useChosenOrder() {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const addressOf = useOrderAddress();
  const text = params.get('order') ?? '';
  const chosen = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
  return {
    chosen,
    addressOf,
    choose: (id: number) => void navigate(addressOf(id)),
    close: () =>
      setParams((now) => {
        now.delete('order');
        return now;
      }),
  };
}
