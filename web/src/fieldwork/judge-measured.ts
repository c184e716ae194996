/** The rule of the service. Delta-T needs a library, so this is downloaded when values are entered, or before for use without a network. */
export { judgeMeasured, units } from '../../../api/src/weather/judge-measured.ts';
