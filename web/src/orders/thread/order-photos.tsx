import { Text } from '@mantine/core';
import { useWords } from '../../ui/language.tsx';
import { Section } from '../section.tsx';
import styles from './thread.module.css';
import { type Side, useOrderPhotos } from './thread-queries.ts';
import { threadWords } from './thread-words.ts';

const kinds = ['report', 'objection', 'not_sprayed'] as const;

/** Photos of the finished work, of objections and of why a field was not sprayed; nothing without any. */
export function OrderPhotos({ id, side }: { id: number; side: Side }) {
  const words = useWords(threadWords);
  const photos = useOrderPhotos(side, id).data?.content ?? [];
  if (photos.length === 0) return null;
  return (
    <Section title={words.photosTitle}>
      {kinds.map((kind) => {
        const shown = photos.filter((photo) => photo.kind === kind);
        return shown.length === 0 ? null : (
          <div key={kind}>
            <Text c="dimmed" mb={4}>
              {words[kind]}
            </Text>
            <div className={styles.photos}>
              {shown.map(({ id: photoId, width, height }, n) => {
                const address = `/api/${side}/order/${id}/photo/${photoId}`;
                return (
                  <a key={photoId} href={address} target="_blank" rel="noopener">
                    <img src={address} width={width} height={height} alt={`${words[kind]}: ${words.photo(n + 1)}`} loading="lazy" />
                  </a>
                );
              })}
            </div>
          </div>
        );
      })}
    </Section>
  );
}
