import { toSingleLine } from '../platform/http/single-line-rules.ts';

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

/** Part fields (PFD) of ISO 11783-10 task data: polygons (PLN) of rings (LSG) of points (PNT; C is the latitude, D the longitude). */
export function readIsoxml(root: XmlElement): { name: string | undefined; geometry: unknown }[] {
  return childrenOf(root, 'PFD').flatMap((field) => {
    const polygons = childrenOf(field, 'PLN')
      .filter((polygon) => polygon.getAttribute('A') === fieldBoundary)
      .flatMap((polygon) => {
        const rings = childrenOf(polygon, 'LSG').map((line) => ({ isOuter: line.getAttribute('A') === exterior, ring: ringOf(line) }));
        const holes = rings.filter(({ isOuter }) => !isOuter).map(({ ring }) => ring);
        return rings.filter(({ isOuter }) => isOuter).map(({ ring }, at) => [ring, ...(at === 0 ? holes : [])]);
      });
    if (polygons.length === 0) return [];
    return [{ name: toSingleLine(field.getAttribute('C') ?? '') || undefined, geometry: { type: 'MultiPolygon', coordinates: polygons } }];
  });
}

const ringOf = (line: XmlElement): number[][] =>
  childrenOf(line, 'PNT').map((point) => [Number(point.getAttribute('D')), Number(point.getAttribute('C'))]);
