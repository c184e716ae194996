import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useIsPhone } from '../../ui/phone.ts';

/** Pages with a side panel for the selected order. */
const withPanel = ['/', '/inbox', '/orders', '/map'];

/** In the address of an order: its sheet for another time opens at once. */
const moveParameter = 'move';

/** Address of an order: in the side panel of the current page, or as a page on a small screen. */
export function useOrderAddress(): (id: number) => string {
  const isPhone = useIsPhone();
  const { pathname, search } = useLocation();
  return useCallback(
    (id) => {
      if (isPhone || !withPanel.includes(pathname)) return `/orders/${id}`;
      const params = new URLSearchParams(search);
      params.delete(moveParameter);
      params.set('order', String(id));
      return `${pathname}?${params}`;
    },
    [isPhone, pathname, search],
  );
}

/** The address of an order with the sheet for another time open. */
export const movingAddress = (address: string): string => `${address}${address.includes('?') ? '&' : '?'}${moveParameter}=1`;

/** Calls `open` when the address asks for the sheet, and removes that from the address, so that a reload does not open it again. */
export function useAskedToMove(open: () => void): void {
  const [params, setParams] = useSearchParams();
  const isAsked = params.has(moveParameter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link that is opened
  useEffect(() => {
    if (!isAsked) return;
    setParams(
      (now) => {
        now.delete(moveParameter);
        return now;
      },
      { replace: true },
    );
    open();
  }, [isAsked]);
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
