import { AppError } from '../errors.ts';
import { type Factor, type SprayWindow, units } from '../weather/spray-window-rules.ts';

export interface WeatherAtStart {
  /** The window that may stop the crew. */
  binding: SprayWindow;
  /** The verdict of the measured values alone. */
  measuredWindow: SprayWindow;
  overrideReason: string | null;
  /** The work began without a network. */
  wasOffline: boolean;
}

/**
 * What the history says about the weather of a start: nothing, a reason, or that the crew did not know of the STOP. What a crew did
 * offline is a fact and is accepted.
 */
export function decideOnWeather(start: WeatherAtStart): 'weather_override' | 'weather_unaware' | undefined {
  const { binding, measuredWindow, overrideReason, wasOffline } = start;
  // The last verdict on the phone counts: a reason is kept even if the present verdict differs.
  if (overrideReason !== null) return 'weather_override';
  if (binding.verdict !== 'STOP') return undefined;
  // The crew knew what it had measured, also where its app did not ask for a reason.
  if (wasOffline) return measuredWindow.verdict === 'STOP' ? 'weather_override' : 'weather_unaware';
  const stopping = stoppingFactors(binding);
  throw new AppError(
    'SPRAY_WINDOW_STOP',
    `The weather says stop: ${stopping.map((one) => `${one.factor} ${valueText(one)}`).join(', ')}. To start anyway, send an overrideReason.`,
    { errors: stopping.map((one) => ({ path: `factor.${one.factor}`, message: valueText(one) })) },
  );
}

export const stoppingFactors = ({ factors }: SprayWindow): Factor[] => factors.filter(({ verdict }) => verdict === 'STOP');

function valueText({ factor, value, limit }: Factor): string {
  const unit = units[factor];
  return limit === null || factor === 'inversion' ? `${value} ${unit}` : `${value} ${unit} (limit ${limit} ${unit})`;
}
