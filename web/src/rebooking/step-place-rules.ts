interface Place {
  date: string;
  session: { startTime: { hour: number; minute: number } };
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const timeOf = ({ date, session: { startTime } }: Place): string => `${date} ${twoDigits(startTime.hour)}:${twoDigits(startTime.minute)}`;

/** The place that is next to `from` by time: before it (-1) or after it (1). undefined: there is none. */
export function neighbourPlace<P extends Place>(places: readonly P[], from: Place, direction: -1 | 1): P | undefined {
  const isBeyond = (place: Place) => (direction === 1 ? timeOf(place) > timeOf(from) : timeOf(place) < timeOf(from));
  const beyond = places.filter(isBeyond).sort((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1));
  return direction === 1 ? beyond[0] : beyond.at(-1);
}
