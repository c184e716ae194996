import { useMediaQuery } from '@mantine/hooks';

export const phone = '(max-width: 47.99em)';
export const isPhone = (): boolean => matchMedia(phone).matches;
export const useIsPhone = (): boolean => useMediaQuery(phone, undefined, { getInitialValueInEffect: false }) ?? false;
