import { Skeleton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Component, lazy, type ReactNode, Suspense } from 'react';
import { useWords } from '../ui/language.tsx';
import { lazyPart } from '../ui/pages.tsx';
import { RenderWhenVisible } from '../ui/render-when-visible.tsx';
import styles from './field-map.module.css';
import { mapWords } from './map-words.ts';
import { positionText } from './position-rules.ts';

export interface Pin {
  id: string;
  latitude: number;
  longitude: number;
  /** What the pin stands for, read out and shown on a tap. */
  label: string;
  /** Shown on the pin: 1, 2, 3 in driving order. */
  number?: number;
  /** Drawn larger and in the leaf green of the next step. */
  current?: boolean;
}

export interface FieldMapProps {
  pins: Pin[];
  height?: number;
  /** Where to look while there is no pin yet. */
  around?: { latitude: number; longitude: number } | undefined;
  /** What the map shows, for those who hear it. */
  label?: string;
  /** Whoever picks is not at the field, so where this device is says nothing about it. */
  isElsewhere?: boolean;
  /** Called with the place that was tapped, or to which the pin was dragged. */
  onPick?(latitude: number, longitude: number): void;
  onPinClick?(id: string): void;
}

const PickByHand = lazyPart(() => import('./pick-by-hand.tsx'), 'PickByHand');
const LeafletMap = lazy(async () => ({ default: (await import('./leaflet-map.tsx')).LeafletMap }));

/** Fields on a map, with or without a network. */
export function FieldMap(props: FieldMapProps) {
  const { pins, height = 240, isElsewhere = false, onPick } = props;
  const words = useWords(mapWords);
  return (
    <div className={styles.field}>
      <WithoutMap show={<p className={styles.missing}>{onPick === undefined ? words.noMap : words.noMapToPick}</p>}>
        <RenderWhenVisible placeholder={<Skeleton height={height} radius="md" />}>
          <Suspense fallback={<Skeleton height={height} radius="md" />}>
            <LeafletMap {...props} height={height} />
          </Suspense>
        </RenderWhenVisible>
      </WithoutMap>
      {onPick === undefined ? null : (
        <WithoutMap show={null}>
          <p role="status" className={styles.marked}>
            {pins[0] === undefined ? null : (
              <>
                <IconCircleCheck size={20} aria-hidden /> {words.marked(positionText(pins[0]))}
              </>
            )}
          </p>
          <Suspense fallback={<Skeleton height={80} radius="md" />}>
            <PickByHand at={pins[0]} isElsewhere={isElsewhere} onPick={onPick} />
          </Suspense>
        </WithoutMap>
      )}
    </div>
  );
}

interface WithoutMapProps {
  show: ReactNode;
  children: ReactNode;
}

/** A page goes on without its map. */
class WithoutMap extends Component<WithoutMapProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.show : this.props.children;
  }
}
