import { Badge, Button, Group, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useAction } from '../../ui/action.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { useIsOnline } from '../../ui/online.ts';
import { useIsPhone } from '../../ui/phone.ts';
import { QueryBoundary } from '../../ui/states.tsx';
import { Section } from '../section.tsx';
import { useMessageDraft } from './message-draft.ts';
import styles from './thread.module.css';
import { markRead, messagesKey, type Side, sendMessage, useMessages } from './thread-queries.ts';
import { threadWords } from './thread-words.ts';

const pageSize = 20;

/** Messages about an order between farmer, office and crew. They are marked as read when they are shown. */
export function Thread({ id, side }: { id: number; side: Side }) {
  const words = useWords(threadWords);
  const format = useFormat();
  const [size, setSize] = useState(pageSize);
  const query = useMessages(side, id, size);
  // Messages that were unread when the page opened stay marked until it is left.
  const [firstUnread, setFirstUnread] = useState(0);
  const { messages = [], unread = 0 } = query.data ?? {};
  const newest = messages[0]?.id;
  const queries = useQueryClient();
  useEffect(() => {
    if (unread === 0 || newest === undefined || !document.hasFocus()) return;
    setFirstUnread(unread);
    void markRead(side, id, newest)
      .then(() => queries.invalidateQueries({ queryKey: messagesKey(id) }))
      .catch(() => undefined);
  }, [unread, newest, side, id, queries]);
  const shownUnread = Math.max(unread, firstUnread);
  return (
    <Section title={words.title}>
      <Group gap="xs">
        <Text c="dimmed">{words.who}</Text>
        {shownUnread === 0 ? null : (
          <Badge color="sky" variant="filled" size="lg" tt="none">
            {words.unread(shownUnread)}
          </Badge>
        )}
      </Group>
      <QueryBoundary query={query} empty={{ when: ({ total }) => total === 0, show: <Text>{words.none}</Text> }}>
        {(data) => (
          <>
            {data.messages.length < data.total ? (
              <Button variant="subtle" onClick={() => setSize(size + pageSize)}>
                {words.older}
              </Button>
            ) : null}
            <ol className={styles.messages} aria-label={words.title}>
              {[...data.messages].reverse().map(({ id: messageId, author, role, text, own, timestamp }) => (
                <li key={messageId} className={styles.message} data-own={own || undefined}>
                  <span className={styles.who}>
                    {own ? words.you : `${author}, ${words.role[role]}`} · {format.moment(timestamp)}
                  </span>
                  <span className={styles.text}>{text}</span>
                </li>
              ))}
            </ol>
          </>
        )}
      </QueryBoundary>
      <Write key={id} id={id} side={side} />
    </Section>
  );
}

function Write({ id, side }: { id: number; side: Side }) {
  const words = useWords(threadWords);
  const online = useIsOnline();
  const isPhone = useIsPhone();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useMessageDraft(id);
  const send = useAction({
    act: (message: string, idempotencyKey) => sendMessage(side, id, message, idempotencyKey),
    invalidates: [messagesKey(id)],
    onSuccess: () => {
      setText('');
      // On a phone the focus would open the keyboard.
      if (!isPhone) field.current?.focus();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const message = text.trim();
    if (message !== '') send.mutate(message);
  };
  return (
    <form onSubmit={submit} className={styles.write}>
      <Textarea
        ref={field}
        label={words.write}
        autosize
        minRows={1}
        maxRows={5}
        maxLength={1000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {online ? null : <Text c="dimmed">{words.offline}</Text>}
      <Button type="submit" variant="default" loading={send.isPending} disabled={!online || text.trim() === ''}>
        {words.send}
      </Button>
    </form>
  );
}
