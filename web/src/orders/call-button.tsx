import { Button } from '@mantine/core';
import { IconPhone } from '../icons/phone.ts';
import { telephoneLink } from '../ui/device-links.ts';

interface CallButtonProps {
  phoneNumber: string;
  /** Accessible label, where the text does not name the person. */
  label?: string;
  children: string;
}

/** Link that starts a phone call. */
export function CallButton({ phoneNumber, label, children }: CallButtonProps) {
  return (
    <Button
      component="a"
      href={telephoneLink(phoneNumber)}
      aria-label={label}
      variant="default"
      leftSection={<IconPhone size={20} aria-hidden />}
    >
      {children}
    </Button>
  );
}
