import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, read } from '../api/client.ts';
import { useAreaText } from '../fields/field-area.ts';
import { useFields } from '../fields/field-queries.ts';
import { fieldWords } from '../fields/field-words.ts';
import { useAction } from '../ui/action.ts';
import { useFormat } from '../ui/format.ts';
import { InfiniteList } from '../ui/infinite-list.tsx';
import { useWords } from '../ui/language.tsx';
import { stateWords } from '../ui/state-words.ts';
import styles from './customer.module.css';
import { customersKey, useCustomerMessages, useCustomerNotes } from './customer-queries.ts';
import { Section } from './customer-section.tsx';
import { customerWords } from './customer-words.ts';

export function CustomerFields({ id }: { id: number }) {
  const words = useWords(customerWords);
  const { noBoundary } = useWords(fieldWords);
  const crops = useWords(stateWords).crop;
  const areaText = useAreaText();
  return (
    <Section
      title={words.fields}
      actions={
        <Button component={Link} to={`/fields?farmer=${id}`} variant="default">
          {words.allFields}
        </Button>
      }
    >
      <InfiniteList
        list={useFields('receptionist', { farmerId: id, archived: false, size: 5 })}
        empty={<Text c="dimmed">{words.noFields}</Text>}
      >
        {(fields) => (
          <ul className={styles.list}>
            {fields.map((field) => (
              <li key={field.id} className={styles.item}>
                <Link to={`/fields/${field.id}`}>{field.name}</Link>
                <span className={styles.quiet}>
                  {[
                    field.areaM2 === null ? noBoundary : areaText(field.areaM2),
                    ...(field.cropType === null ? [] : [crops[field.cropType.name] ?? field.cropType.name]),
                  ].join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        )}
      </InfiniteList>
    </Section>
  );
}

export function CustomerNotes({ id }: { id: number }) {
  const words = useWords(customerWords);
  const format = useFormat();
  const [text, setText] = useState('');
  const add = useAction({
    act: (note: string, idempotencyKey) =>
      read(
        api.POST('/api/receptionist/customer/{id}/note', {
          params: { path: { id }, header: { 'Idempotency-Key': idempotencyKey } },
          body: { text: note },
        }),
      ),
    invalidates: [customersKey],
    successMessage: words.noteAdded,
    onSuccess: () => setText(''),
  });
  return (
    <Section title={words.notes}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') add.mutate(text.trim());
        }}
      >
        <Stack gap="xs" align="flex-start">
          <Textarea
            label={words.newNote}
            description={words.notesHint}
            w="100%"
            autosize
            minRows={2}
            maxLength={2000}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={text.trim() === ''} loading={add.isPending}>
            {words.addNote}
          </Button>
        </Stack>
      </form>
      <InfiniteList list={useCustomerNotes(id)} empty={<Text c="dimmed">{words.noNotes}</Text>}>
        {(notes) => (
          <ul className={styles.list}>
            {notes.map((note) => (
              <li key={note.id} className={styles.item}>
                <p className={styles.text}>{note.text}</p>
                <span className={styles.quiet}>
                  {note.by} · {format.moment(note.timestamp)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </InfiniteList>
    </Section>
  );
}

export function CustomerMessages({ id }: { id: number }) {
  const words = useWords(customerWords);
  const format = useFormat();
  return (
    <Section title={words.messages}>
      <InfiniteList list={useCustomerMessages(id)} empty={<Text c="dimmed">{words.noMessages}</Text>}>
        {(messages) => (
          <ul className={styles.list}>
            {messages.map((message) => (
              <li key={message.id} className={styles.item}>
                <strong>{message.subject}</strong>
                <p className={styles.text}>{message.text}</p>
                <span className={styles.quiet}>
                  {format.moment(message.timestamp)} · {message.read ? words.read : words.unread} ·{' '}
                  <Link to={`/orders/${message.orderId}`}>{words.toOrder(message.orderId)}</Link>
                </span>
              </li>
            ))}
          </ul>
        )}
      </InfiniteList>
    </Section>
  );
}
