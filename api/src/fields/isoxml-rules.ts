import { toSingleLine } from '../platform/http/single-line-rules.ts';
import { type FoundGeometry, foundDetails } from './found-details-rules.ts';

/** An element of an XML document, as far as it is read here. */
interface XmlElement {
  localName: string | null;
  getAttribute(name: string): string | null;
  childNodes: ArrayLike<unknown>;
}

const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  Array.from(element.childNodes as ArrayLike<XmlElement>).filter(({ localName }) => localName === name);

const fieldBoundary = '1';
const exterior = '1';

const fieldAccess = '3';

/**
 * Part fields (PFD) of ISO 11783-10 task data: polygons (PLN) of rings (LSG) of points (PNT; C is the latitude, D the longitude), the point of
 * field access, and the crop type (CTP).
 */
export function readIsoxml(root: XmlElement): FoundGeometry[] {
  const cropNames = new Map(childrenOf(root, 'CTP').map((crop) => [crop.getAttribute('A'), crop.getAttribute('B')]));
  return childrenOf(root, 'PFD').flatMap((field) => {
    const polygons = childrenOf(field, 'PLN')
      .filter((polygon) => polygon.getAttribute('A') === fieldBoundary)
      .flatMap((polygon) => {
        const rings = childrenOf(polygon, 'LSG').map((line) => ({ isOuter: line.getAttribute('A') === exterior, ring: ringOf(line) }));
        const holes = rings.filter(({ isOuter }) => !isOuter).map(({ ring }) => ring);
        return rings.filter(({ isOuter }) => isOuter).map(({ ring }, at) => [ring, ...(at === 0 ? holes : [])]);
      });
    if (polygons.length === 0) return [];
    const entry = childrenOf(field, 'PNT').find((point) => point.getAttribute('A') === fieldAccess);
    return [
      {
        name: toSingleLine(field.getAttribute('C') ?? '') || undefined,
        geometry: { type: 'MultiPolygon', coordinates: polygons },
        ...foundDetails({ entryPoint: entry && positionOf(entry), crop: cropNames.get(field.getAttribute('G')) }),
      },
    ];
  });
}

const ringOf = (line: XmlElement): number[][] => childrenOf(line, 'PNT').map(positionOf);

const positionOf = (point: XmlElement): number[] => [Number(point.getAttribute('D')), Number(point.getAttribute('C'))];
