import { IconBeach } from '../icons/beach.ts';
import { IconMoodSick } from '../icons/mood-sick.ts';
import { IconUserOff } from '../icons/user-off.ts';

export const absenceIcons = { leave: IconBeach, illness: IconMoodSick, other: IconUserOff };
