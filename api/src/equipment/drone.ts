/** A drone of the company. */
export interface Drone {
  id: string;
  model: string;
  serial: string;
  registration: string;
  /** The last day on which the registration is valid. */
  validUntil: string;
  tankLitres: number;
  swathMetres: number;
  active: boolean;
}
