import { Button } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { telephoneLink } from '../ui/device-links.ts';

interface CallButtonProps {
  phoneNumber: string;
  /** Read out instead of the text, where that leaves open who it is. */
  label?: string;
  children: string;
}

/** Rings someone up. Phones take the number without its spaces. */
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
