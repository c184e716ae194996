import { IconApple } from '../icons/apple.ts';
import { IconCarrot } from '../icons/carrot.ts';
import type { Icon } from '../icons/icon.ts';
import { IconPlant2 } from '../icons/plant-2.ts';
import { IconWheat } from '../icons/wheat.ts';
import { ChoiceCards } from '../ui/choice-cards.tsx';
import { useWords } from '../ui/language.tsx';
import { stateWords } from '../ui/state-words.ts';
import { QueryBoundary } from '../ui/states.tsx';
import { areaWords } from './area-words.ts';
import { useCrops } from './quote.ts';

const icons: Record<string, Icon> = { fruit: IconApple, cereal: IconWheat, vegetable: IconCarrot };

interface CropChoiceProps {
  value: number | undefined;
  onChange(cropId: number): void;
  error?: string | undefined;
}

/** The crops as a radio group of large buttons. */
export function CropChoice({ value, onChange, error }: CropChoiceProps) {
  const words = useWords(areaWords);
  const names = useWords(stateWords).crop;
  return (
    <QueryBoundary query={useCrops()}>
      {({ content }) => (
        <ChoiceCards
          tiles
          legend={words.crop}
          name="crop"
          value={value}
          onChange={onChange}
          error={error}
          choices={content.map(({ id, name }) => ({ value: id, label: names[name] ?? name, icon: icons[name] ?? IconPlant2 }))}
        />
      )}
    </QueryBoundary>
  );
}
