import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';

export interface Bar {
  name: string;
  value: number;
  /** Beside the bar, instead of the plain value. */
  label?: string;
  /** A token, for a bar that the answer is about. */
  color?: string;
}

interface BarsProps {
  bars: Bar[];
  /** What the bars measure. */
  measure: string;
  format(value: number): string;
  /** Short, for the axis. */
  tick(value: number): string;
  /** In time, from left to right; otherwise one below the other. */
  inTime?: boolean;
  /** What a full bar would be. */
  most?: number;
  isPhone: boolean;
}

const usual = 'var(--mantine-primary-color-filled)';
const text = { fontSize: 14, fill: 'var(--mantine-color-text)' };

/** Loaded apart: the drawing library is larger than the rest of the page. The numbers are in a table beside, so to a reader of the page this is one picture. */
export function Bars({ bars, measure, format, tick, inTime = false, most, isPhone }: BarsProps) {
  const data = bars.map(({ name, value, label, color }) => ({
    name,
    [measure]: value,
    // Not to be broken into lines.
    label: (label ?? format(value)).replaceAll(' ', '\u00a0'),
    color: color ?? usual,
  }));
  const longest = Math.max(...data.map(({ label }) => label.length));
  const series = [{ name: measure, color: usual }];
  if (inTime)
    return (
      <BarChart
        h={280}
        data={data}
        dataKey="name"
        series={series}
        valueFormatter={format}
        accessibilityLayer={false}
        maxBarWidth={56}
        gridAxis="x"
        tickLine="none"
        barProps={{ radius: [4, 4, 0, 0] }}
        xAxisProps={{ tick: text, minTickGap: 16 }}
        yAxisProps={{ tick: text, tickFormatter: tick, width: 56, allowDecimals: false }}
      />
    );
  return (
    <BarChart
      h={bars.length * 44 + 16}
      data={data}
      dataKey="name"
      series={series}
      orientation="vertical"
      valueFormatter={format}
      accessibilityLayer={false}
      withTooltip={false}
      withXAxis={false}
      gridAxis="none"
      tickLine="none"
      maxBarWidth={24}
      withBarValueLabel
      valueLabelProps={{ ...text, dataKey: 'label', formatter: (label) => label }}
      barProps={{ radius: 4 }}
      barChartProps={{ margin: { top: 0, right: longest * 8 + 12, bottom: 0, left: 0 } }}
      xAxisProps={{ domain: [0, most ?? 'dataMax'] }}
      yAxisProps={{ tick: text, width: isPhone ? 104 : 160, interval: 0 }}
    />
  );
}
