/** Draws the bars of the histogram. All sizes are in pixels. */
import type { AuditHistogram } from '../../../protocol/audit.ts';

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const BAR_AREA_HEIGHT = 40;
/**
 * CSS classes of the parts of a bar, from the bottom up: one for each outcome, then one for the extension's own
 * requests.
 */
const PART_CLASSES = ['succeeded', 'failed', 'unknown', 'own'] as const;
const OWN_PART = PART_CLASSES.indexOf('own');
const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

function createSvgElement<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>>,
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG_NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

interface Bars {
  readonly element: SVGSVGElement;
  draw(histogram: AuditHistogram, width: number): void;
}

export function createHistogramBars(): Bars {
  const root = createSvgElement('svg', { class: 'bars', 'aria-hidden': 'true' });
  // Failure differs from success by its pattern too, not by its color alone.
  const pattern = createSvgElement('pattern', { id: 'failed-pattern', width: '4', height: '4' });
  pattern.setAttribute('patternUnits', 'userSpaceOnUse');
  pattern.setAttribute('patternTransform', 'rotate(45)');
  pattern.append(createSvgElement('rect', { class: 'ground', width: '4', height: '4' }));
  pattern.append(createSvgElement('rect', { class: 'stripe', width: '2', height: '4' }));
  const defs = createSvgElement('defs', {});
  defs.append(pattern);
  const paths = PART_CLASSES.map((name) => createSvgElement('path', { class: name }));
  root.append(defs, ...paths);
  return {
    element: root,
    draw({ bins }, width) {
      root.setAttribute('viewBox', `0 0 ${width} ${BAR_AREA_HEIGHT}`);
      const largest = Math.max(0, ...bins.map((bin) => sum(bin.slice(0, OWN_PART))));
      // Own requests are cut off at the top, so that many of them do not flatten the others.
      const maxCount = largest || Math.max(1, ...bins.map(sum));
      const step = width / bins.length;
      const gap = step > 4 ? 1 : 0;
      const data = PART_CLASSES.map(() => '');
      for (const [index, bin] of bins.entries()) {
        let top = BAR_AREA_HEIGHT;
        for (const [part, count] of bin.entries()) {
          if (count === 0) continue;
          // A bar of one event among thousands must still be visible.
          const size = Math.min(top, Math.max(2, (count / maxCount) * (BAR_AREA_HEIGHT - 4)));
          top -= size;
          const left = (index * step).toFixed(2);
          data[part] +=
            `M${left} ${top.toFixed(2)}h${(step - gap).toFixed(2)}v${size.toFixed(2)}h-${(step - gap).toFixed(2)}z`;
        }
      }
      for (const [part, path] of paths.entries()) path.setAttribute('d', data[part] ?? '');
    },
  };
}
