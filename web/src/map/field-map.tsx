import { Skeleton } from '@mantine/core';
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { IconCircleCheck } from '../icons/circle-check.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { lazyPart } from '../ui/pages.tsx';
import { RenderWhenVisible } from '../ui/render-when-visible.tsx';
import type { MapBoundary } from './boundary-layer.ts';
import styles from './field-map.module.css';
import { useNearestPlace } from './gazetteer.ts';
import type { MapPlace } from './map-places.ts';
import type { MapArea } from './map-setting.ts';
import type { MapCorners, MapShape } from './map-shapes.ts';
import { mapWords } from './map-words.ts';
import { type Position, positionText } from './position-rules.ts';

export interface Pin extends Position {
  id: string;
  /** Label of the pin, for screen readers and on a tap. */
  label: string;
  /** Shown on the pin: 1, 2, 3 in driving order. */
  number?: number;
  /** Drawn larger and in the leaf green of the next step. */
  current?: boolean;
  /** State of an order, for the colour. */
  state?: string;
  /** Shown on the pin beside the number. */
  icon?: ComponentType<{ size: number }>;
}

/** A line between places, such as a crew's route. */
export interface MapLine {
  id: string;
  points: Position[];
  color: string;
}

export interface FieldMapProps {
  pins: Pin[];
  lines?: MapLine[];
  /** Areas, such as boundaries of fields. */
  shapes?: MapShape[];
  /** Many boundaries, drawn as one layer; they do not change the view. */
  boundaries?: MapBoundary[];
  /** Sensitive places with their buffers. */
  places?: MapPlace[];
  /** Corners that can be moved. */
  corners?: MapCorners | undefined;
  height?: number;
  /** Centre of the map without pins and without an area of the company. */
  around?: Position | undefined;
  /** Accessible label of the map. */
  label?: string;
  /** The user is not at the field, so the location of this device is not used. */
  isElsewhere?: boolean;
  /** With a search for places; maps to pick on always have one. */
  hasSearch?: boolean;
  /** Called with the position that was tapped, or to which the pin was dragged. */
  onPick?(latitude: number, longitude: number): void;
  onPinClick?(id: string): void;
  onShapeClick?(id: string): void;
  onPlaceClick?(id: string): void;
  onBoundaryClick?(id: string): void;
  /** Called with the visible area and the zoom, after each move. */
  onView?(area: MapArea, zoom: number): void;
}

/** Where the map moves: a place that was searched for, or the position of the device. */
export interface MapTarget extends Position {
  zoom: number;
}

const myPositionZoom = 17;

const PickByHand = lazyPart(() => import('./pick-by-hand.tsx'), 'PickByHand');
const PlaceSearch = lazyPart(() => import('./place-search.tsx'), 'PlaceSearch');
const LeafletMap = lazy(async () => ({ default: (await import('./leaflet-map.tsx')).LeafletMap }));

/** Fields on a map, also without a network. */
export function FieldMap(props: FieldMapProps) {
  const { pins, height = 240, isElsewhere = false, around, hasSearch = false, corners, onPick } = props;
  const words = useWords(mapWords);
  const [target, setTarget] = useState<MapTarget>();
  return (
    <div className={styles.field}>
      {onPick === undefined && !hasSearch ? null : (
        <WithoutMap show={null}>
          <Suspense fallback={<Skeleton height={72} radius="md" />}>
            <PlaceSearch
              near={target ?? pins[0] ?? around}
              onChoose={({ latitude, longitude, isApproximate }) => setTarget({ latitude, longitude, zoom: isApproximate ? 11 : 13 })}
            />
          </Suspense>
        </WithoutMap>
      )}
      <WithoutMap show={<p className={styles.missing}>{onPick === undefined ? words.noMap : words.noMapToPick}</p>}>
        <RenderWhenVisible placeholder={<Skeleton height={height} radius="md" />}>
          <Suspense fallback={<Skeleton height={height} radius="md" />}>
            <LeafletMap {...props} height={height} target={target} />
          </Suspense>
        </RenderWhenVisible>
      </WithoutMap>
      {onPick === undefined ? null : (
        <WithoutMap show={null}>
          <Marked at={pins[0]} />
          <Suspense fallback={<Skeleton height={80} radius="md" />}>
            <PickByHand
              at={pins[0]}
              isElsewhere={isElsewhere}
              onPick={onPick}
              // The user is not at a corner: the position only moves the map.
              onShow={corners === undefined ? undefined : (latitude, longitude) => setTarget({ latitude, longitude, zoom: myPositionZoom })}
            />
          </Suspense>
        </WithoutMap>
      )}
    </div>
  );
}

/** Shows the name of the place, so that wrong coordinates are noticed. */
function Marked({ at }: { at: Position | undefined }) {
  const words = useWords(mapWords);
  const format = useFormat();
  const nearest = useNearestPlace(at);
  return (
    <p role="status" className={styles.marked}>
      {at === undefined ? null : (
        <>
          <IconCircleCheck size={20} aria-hidden />
          {nearest === undefined
            ? words.marked(positionText(at))
            : words.markedNear(
                positionText(at),
                format.number(Math.max(1, Math.round(nearest.distanceKm))),
                `${nearest.place.name}, ${nearest.place.within}`,
              )}
        </>
      )}
    </p>
  );
}

interface WithoutMapProps {
  show: ReactNode;
  children: ReactNode;
}

/** If the map fails to load, the page remains usable. */
class WithoutMap extends Component<WithoutMapProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.show : this.props.children;
  }
}
