import { Stack, Text } from '@mantine/core';
import { BackLink } from '../ui/back-link.tsx';
import { useWords } from '../ui/language.tsx';
import { navWords } from '../ui/navigation-words.ts';
import { Page } from '../ui/page.tsx';
import { Bans } from './bans.tsx';
import { CompanyBase } from './company-base.tsx';
import { crewRuleWords } from './crew-rule-words.ts';
import { SprayerRules } from './sprayer-rules.tsx';

/** Bases, limits and bans of the sprayers. */
export function CrewRules() {
  const words = useWords(crewRuleWords);
  const { sprayers } = useWords(navWords);
  return (
    <Page title={words.title} back={<BackLink to="/sprayers" name={sprayers} />} narrow>
      <Text>{words.intro}</Text>
      <Stack gap="xl">
        <Bans />
        <SprayerRules />
        <CompanyBase />
      </Stack>
    </Page>
  );
}
