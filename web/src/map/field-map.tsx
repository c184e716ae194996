export interface Pin {
  id: string;
  latitude: number;
  longitude: number;
  /** What the pin stands for, read out and shown on a tap. */
  label: string;
  /** Shown on the pin: 1, 2, 3 in driving order. */
  number?: number;
}

interface FieldMapProps {
  pins: Pin[];
  height?: number;
  /** Called with the place that was tapped, or to which the pin was dragged. */
  onPick?(latitude: number, longitude: number): void;
  onPinClick?(id: string): void;
}

/** Fields on a map, with or without a network. */
export function FieldMap({ pins, height = 240 }: FieldMapProps) {
  return <div style={{ height }}>{pins.map(({ label }) => label).join(', ')}</div>;
}
