import { useSyncExternalStore } from 'react';
import { isPhone, phone } from './phone-media.ts';

export { isPhone, phone };

/** A media query as a store. */
interface Media {
  subscribe(onChange: () => void): () => void;
  matches(): boolean;
}

// Many components use the same query; the browser evaluates it once.
const medias = new Map<string, Media>();

function mediaOf(query: string): Media {
  const known = medias.get(query);
  if (known !== undefined) return known;
  const list = matchMedia(query);
  const media: Media = {
    subscribe(onChange) {
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    matches: () => list.matches,
  };
  medias.set(query, media);
  return media;
}

/** Whether a media query matches. The useMediaQuery of Mantine evaluates it again in an effect of each component. */
export function useMedia(query: string): boolean {
  const { subscribe, matches } = mediaOf(query);
  return useSyncExternalStore(subscribe, matches);
}

export const useIsPhone = (): boolean => useMedia(phone);
