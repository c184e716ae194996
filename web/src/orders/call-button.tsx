import { Button } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';

/** Rings someone up. Phones take the number without its spaces. */
export function CallButton({ phoneNumber, children }: { phoneNumber: string; children: string }) {
  return (
    <Button
      component="a"
      href={`tel:${phoneNumber.replaceAll(' ', '')}`}
      variant="default"
      leftSection={<IconPhone size={20} aria-hidden />}
    >
      {children}
    </Button>
  );
}
