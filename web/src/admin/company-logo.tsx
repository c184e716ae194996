import { Button, Card, FileButton, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { logoKey, logoQuery } from '../api/logo.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import { auditKey } from './admin-keys.ts';
import { logoWords } from './logo-words.ts';

const types = 'image/jpeg,image/png,image/webp';

/** Upload, preview and removal of the company's logo. */
export function CompanyLogo() {
  const words = useWords(logoWords);
  const queries = useQueryClient();
  const url = useQuery(logoQuery).data?.url ?? null;
  const show = (logo: Shape<'CompanyLogo'>) => queries.setQueryData(logoKey, logo);
  const upload = useAction({
    // The picture is the body as it is.
    act: (picture: File) =>
      read(
        api.PUT('/api/admin/logo', {
          body: picture as never,
          bodySerializer: (body: unknown) => body as BodyInit,
          headers: { 'content-type': picture.type },
        } as never) as Promise<{ data?: Shape<'CompanyLogo'>; error?: unknown; response: Response }>,
      ),
    invalidates: [auditKey],
    successMessage: words.uploaded,
    onSuccess: show,
  });
  const remove = useAction({
    act: () => read(api.DELETE('/api/admin/logo')),
    invalidates: [auditKey],
    successMessage: words.removed,
    onSuccess: show,
  });
  return (
    <Card component="section">
      <Stack>
        <div>
          <Title order={2}>{words.title}</Title>
          <Text c="dimmed">{words.text}</Text>
        </div>
        {url === null ? (
          <Text>{words.none}</Text>
        ) : (
          <img src={url} alt={words.alt} height={96} style={{ maxWidth: '100%', objectFit: 'contain', alignSelf: 'flex-start' }} />
        )}
        <Group>
          <FileButton
            accept={types}
            onChange={(picture) => picture !== null && upload.mutate(picture)}
            inputProps={{ 'aria-label': words.upload }}
          >
            {(props) => (
              <Button {...props} variant="default" loading={upload.isPending}>
                {url === null ? words.upload : words.replace}
              </Button>
            )}
          </FileButton>
          {url === null ? null : (
            <Button variant="subtle" color="clay" onClick={() => remove.mutate()} loading={remove.isPending}>
              {words.remove}
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  );
}
