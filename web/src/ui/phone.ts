import { useMediaQuery } from '@mantine/hooks';
import { isPhone, phone } from './phone-media.ts';

export { isPhone, phone };
export const useIsPhone = (): boolean => useMediaQuery(phone, undefined, { getInitialValueInEffect: false }) ?? false;
