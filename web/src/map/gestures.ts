import type { Map as Leaflet } from 'leaflet';

type Hint = 'twoFingers' | 'holdControl';

/** One finger and the wheel scroll the page, not the map. Two fingers or Ctrl move the map; a hint explains it. */
export function withGestures(map: Leaflet, show: (hint: Hint | undefined) => void): () => void {
  const container = map.getContainer();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showHint = (hint: Hint) => {
    show(hint);
    clearTimeout(timer);
    timer = setTimeout(() => show(undefined), 1200);
  };
  const onWheel = (event: WheelEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    event.stopImmediatePropagation();
    showHint('holdControl');
  };
  const onTouchMove = ({ touches, target }: TouchEvent) => {
    const onPin = target instanceof Element && target.closest('.leaflet-marker-draggable') !== null;
    if (touches.length === 1 && !map.dragging.enabled() && !onPin) showHint('twoFingers');
  };
  container.addEventListener('wheel', onWheel, { capture: true, passive: true });
  container.addEventListener('touchmove', onTouchMove, { passive: true });
  return () => {
    clearTimeout(timer);
    container.removeEventListener('wheel', onWheel, { capture: true });
    container.removeEventListener('touchmove', onTouchMove);
  };
}
