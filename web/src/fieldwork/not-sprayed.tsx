import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { useMe } from '../api/session.ts';
import { shrinkPhoto } from '../feedback/shrink-photo.ts';
import { IconBan } from '../icons/ban.ts';
import { useWords } from '../ui/language.tsx';
import { useIsOnline } from '../ui/online.ts';
import { lazyPart } from '../ui/pages.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { Sheet } from '../ui/sheet.tsx';
import { Loading } from '../ui/states.tsx';
import { useNotSprayed } from './field-actions.ts';
import { type Order, useToday } from './jobs.ts';
import { notSprayedWords } from './not-sprayed-words.ts';
import { queuePhoto } from './photo-queue.ts';
import { fieldWords } from './words.ts';

const NotSprayedForm = lazyPart(() => import('./not-sprayed-form.tsx'), 'NotSprayedForm');

/** The crew says that a job of today was not sprayed; sent when there is a network. */
export function NotSprayed({ order }: { order: Order }) {
  const words = useWords(notSprayedWords);
  const { waitingText } = useWords(fieldWords);
  const isOnline = useIsOnline();
  const explain = useProblemWords();
  const navigate = useNavigate();
  const today = useToday();
  const me = useMe();
  const mark = useNotSprayed(order);
  const [opened, { open, close }] = useDisclosure();
  if (order.date !== today) return null;
  const send = async (visit: Parameters<typeof mark>[0], photos: File[]) => {
    try {
      // Before the report is sent: afterwards they go with it.
      for (const photo of photos) await queuePhoto(order.id, me.id, await shrinkPhoto(photo), 'not-sprayed');
    } catch (error) {
      notifications.show({ message: explain(error), color: 'clay' });
      return;
    }
    close();
    mark(visit);
    notifications.show(isOnline ? { message: words.done, color: 'leaf' } : { message: waitingText, color: 'straw' });
    void navigate('/');
  };
  return (
    <>
      <Button variant="subtle" color="clay" leftSection={<IconBan size={20} aria-hidden />} onClick={open}>
        {words.action}
      </Button>
      <Sheet opened={opened} close={close} title={words.title}>
        <Suspense fallback={<Loading lines={4} />}>
          <NotSprayedForm withPhotos text={words.crewText} onSend={(visit, photos) => void send(visit, photos)} />
        </Suspense>
      </Sheet>
    </>
  );
}
