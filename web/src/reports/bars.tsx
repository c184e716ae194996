import { type CSSProperties, type PointerEvent, useState } from 'react';
import styles from './bars.module.css';

export interface Bar {
  name: string;
  value: number;
  /** Text next to the bar, instead of the plain value. */
  label?: string;
  /** Colour token of a highlighted bar. */
  color?: string;
}

interface BarsProps {
  bars: Bar[];
  /** Text alternative of the chart. */
  label: string;
  format(value: number): string;
}

const shareOf = (value: number, most: number) => (most > 0 ? Math.min(1, value / most) : 0);
const asStyle = (variables: Record<`--${string}`, string | number | undefined>) => variables as CSSProperties;

/** Horizontal bars with their values. */
export function Bars({ bars, label, format, most }: BarsProps & { /** Value of a full bar. */ most?: number }) {
  const full = most ?? Math.max(...bars.map(({ value }) => value));
  const rows = bars.map((bar) => ({ ...bar, text: bar.label ?? format(bar.value) }));
  const longest = Math.max(...rows.map(({ text }) => text.length));
  return (
    <ul className={styles.rows} aria-label={label} style={asStyle({ '--room': `${longest * 1.1}ch` })}>
      {rows.map(({ name, value, text, color }) => (
        <li key={name}>
          <span>{name}</span>
          <span className={styles.row}>
            <i style={asStyle({ '--share': shareOf(value, full), '--color': color })} />
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Axis from zero to above the maximum, in round steps. */
function ticksUpTo(most: number): number[] {
  const rough = Math.max(most / 4, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((round) => round * power >= rough) ?? 10);
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, n) => n * step);
}

interface TimeBarsProps extends BarsProps {
  /** Short label for the axis. */
  tick(value: number): string;
  /** Number of labels that fit. */
  names: number;
}

/** Column chart over time. A range input covers it: pointer and keys select a column, and screen readers announce its value. */
export function TimeBars({ bars, label, format, tick, names }: TimeBarsProps) {
  const [chosen, setChosen] = useState(bars.length - 1);
  const [isPointed, setPointed] = useState(false);
  const index = Math.min(chosen, bars.length - 1);
  const bar = bars[index];
  const ticks = ticksUpTo(Math.max(...bars.map(({ value }) => value)));
  const full = ticks.at(-1) ?? 1;
  const every = Math.ceil(bars.length / names);
  const valueText = bar === undefined ? '' : `${bar.name}: ${format(bar.value)}`;
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setChosen(Math.max(0, Math.min(bars.length - 1, Math.floor(((clientX - left) / width) * bars.length))));
    setPointed(true);
  };
  return (
    <div className={styles.time} style={asStyle({ '--count': bars.length, '--at': index })}>
      <div className={styles.scale} aria-hidden>
        {ticks.map((value) => (
          <span key={value} style={asStyle({ '--share': shareOf(value, full) })}>
            {tick(value)}
          </span>
        ))}
      </div>
      <div className={styles.columns} data-pointed={isPointed || undefined}>
        {bars.map(({ name, value }, n) => (
          <span key={name} aria-hidden style={asStyle({ '--share': shareOf(value, full) })}>
            <i data-chosen={n === index || undefined} />
            {n % every === 0 ? <small>{name}</small> : null}
          </span>
        ))}
        <input
          type="range"
          aria-label={label}
          aria-valuetext={valueText}
          min={0}
          max={Math.max(0, bars.length - 1)}
          value={index}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          onPointerDown={point}
          onPointerMove={point}
          onPointerLeave={() => setPointed(false)}
        />
        <output className={styles.said} aria-hidden data-side={index * 2 < bars.length ? 'right' : 'left'}>
          {valueText}
        </output>
      </div>
    </div>
  );
}
