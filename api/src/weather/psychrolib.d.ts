/** The part of the library that is used; it has no types of its own. */
declare module 'psychrolib' {
  const psychrolib: {
    SI: number;
    SetUnitSystem(system: number): void;
    GetTWetBulbFromRelHum(dryBulbC: number, relativeHumidity: number, pressurePa: number): number;
    GetStandardAtmPressure(elevationM: number): number;
  };
  export = psychrolib;
}
