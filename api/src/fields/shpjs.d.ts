declare module 'shpjs' {
  interface FeatureCollection {
    features: unknown[];
  }
  /** Reads the files of one shapefile. */
  // biome-ignore lint/style/noDefaultExport: as the package does
  export default function shp(files: {
    shp: Uint8Array;
    prj?: string;
    dbf?: Uint8Array;
    cpg?: Uint8Array;
  }): Promise<FeatureCollection | FeatureCollection[]>;
}
