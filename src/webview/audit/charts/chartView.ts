import type { Shape } from '../../../core/audit/charts/chart.ts';
import { chartColors, fontFamily } from '../../../core/audit/charts/chart.ts';
import type { Chart } from '../../../protocol/audit.ts';
import { auditStrings } from '../../shared/auditStrings.ts';
import { element } from '../../shared/dom.ts';

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
/** Pixels of a PNG image per unit of the chart, so that the image is sharp in print and on large screens. */
const PNG_SCALE = 3;

/**
 * Creates the buttons that save a chart, and the chart itself. `save` is called with a PNG image in base64, or without
 * an argument to save as SVG.
 */
export function createChartAndButtons(chart: Chart, save: (png?: string) => void): readonly Node[] {
  const actions = element('div', { class: 'detail-actions' });
  const addButton = (id: string, label: string, run: () => void): void => {
    const button = element('button', { type: 'button', class: 'secondary', 'data-id': id }, label);
    button.addEventListener('click', run);
    actions.append(button);
  };
  addButton('svg', auditStrings.saveSvg, () => save());
  addButton('png', auditStrings.savePng, () => save(renderPng(chart)));
  return [actions, createSvg(chart)];
}

function createSvgNode(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
): SVGElement {
  const made = document.createElementNS(SVG_NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) made.setAttribute(key, String(value));
  return made;
}

function createSvg({ width, height, title, shapes }: Chart): SVGElement {
  const root = createSvgNode('svg', {
    class: 'chart',
    role: 'img',
    'aria-label': title,
    viewBox: `0 0 ${width} ${height}`,
  });
  root.setAttribute('font-family', fontFamily);
  root.append(
    createSvgNode('rect', { width, height, fill: chartColors.paper }),
    ...shapes.map(createSvgShape),
  );
  return root;
}

function createSvgShape(shape: Shape): SVGElement {
  if (shape.kind === 'rectangle') {
    const { x, y, width, height, fill = 'none', stroke } = shape;
    return createSvgNode('rect', { x, y, width, height, fill, stroke });
  }
  const { x, y, text, size, fill, bold, anchor, turn } = shape;
  const made = createSvgNode('text', {
    x,
    y,
    fill,
    'font-size': size,
    'text-anchor': anchor,
    'font-weight': bold ? 'bold' : undefined,
    transform: turn ? `rotate(${turn} ${x} ${y})` : undefined,
  });
  made.textContent = text;
  return made;
}

function renderPng({ width, height, shapes }: Chart): string {
  const canvas = element('canvas', { width: String(width * PNG_SCALE), height: String(height * PNG_SCALE) });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas to draw on');
  context.scale(PNG_SCALE, PNG_SCALE);
  context.fillStyle = chartColors.paper;
  context.fillRect(0, 0, width, height);
  for (const shape of shapes) paintShape(context, shape);
  return canvas.toDataURL('image/png').replace(/^[^,]*,/, '');
}

function paintShape(context: CanvasRenderingContext2D, shape: Shape): void {
  if (shape.kind === 'rectangle') {
    const { x, y, width, height, fill, stroke } = shape;
    if (fill) {
      context.fillStyle = fill;
      context.fillRect(x, y, width, height);
    }
    if (stroke) {
      context.strokeStyle = stroke;
      context.strokeRect(x, y, width, height);
    }
    return;
  }
  const { x, y, text, size, fill, bold, anchor = 'start', turn = 0 } = shape;
  context.save();
  context.translate(x, y);
  context.rotate((turn * Math.PI) / 180);
  context.font = `${bold ? 'bold ' : ''}${size}px ${fontFamily}`;
  context.textAlign = anchor === 'middle' ? 'center' : anchor;
  context.fillStyle = fill;
  context.fillText(text, 0, 0);
  context.restore();
}
