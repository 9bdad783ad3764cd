/**
 * Loaded events by time: drag over the bars to keep a stretch, or move its two ends by the keyboard; a table of the
 * same figures is shown on request.
 */
import { type ShownZone, utc } from '../../core/audit/feed/zones.ts';
import type { AuditHistogram } from '../../protocol/audit.ts';
import { auditStrings as strings } from '../shared/auditStrings.ts';
import { element, icon, setAttribute, setText } from '../shared/dom.ts';
import { createBars } from './histogramBars.ts';

export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}
export interface HistogramView {
  readonly element: HTMLElement;
  /** Which time it shows, and what else can be done with it: for the line above. */
  readonly line: HTMLElement;
  draw(histogram: AuditHistogram | undefined, zone: ShownZone): void;
  isDragged(): boolean;
  /** What was answered is drawn: the next question may follow. */
  answered(): void;
}
export interface HistogramEvents {
  /** At most once a frame; undefined is all of the time. */
  readonly onRange: (span: TimeSpan | undefined) => void;
  readonly onTable: (histogram: AuditHistogram) => void;
}

/** Longer than any answer takes; after it the host's word counts again. */
const answerMs = 1_000;

export function createHistogram({ onRange, onTable }: HistogramEvents): HistogramView {
  const bars = createBars();
  const shade = element('div', { class: 'shade' });
  const handles = (['from', 'to'] as const).map((end) => {
    const handle = element('div', { role: 'slider', class: `handle ${end}`, tabindex: '0' });
    handle.setAttribute('aria-label', strings[end]);
    handle.setAttribute('aria-orientation', 'horizontal');
    handle.addEventListener('keydown', (event) => moveByKey(end, event));
    return handle;
  });
  const plot = element('div', { class: 'plot' }, bars.element, shade, ...handles);
  const readout = element('span', { class: 'readout' });
  const all = element('button', { type: 'button', class: 'action' }, strings.wholeTime);
  const table = element(
    'button',
    { type: 'button', class: 'action', 'aria-label': strings.asTable, title: strings.asTable },
    icon('list-flat'),
  );
  const outside = (['before', 'after'] as const).map((side) => {
    const button = element('button', { type: 'button', class: 'action' });
    button.addEventListener('click', () => keepOutside(side));
    return button;
  });
  const room = element('div', { class: 'readout-room' }, readout);
  const line = element('div', { class: 'time-line' }, room, ...outside, all, table);
  const root = element('section', { class: 'histogram' }, plot);
  root.hidden = line.hidden = true;
  let shown: AuditHistogram | undefined;
  let zone = utc;
  let drawnBins = '';
  let width = 0;
  /** While it is dragged, the person's own span counts. */
  let dragged: { readonly anchor: number; span: TimeSpan } | undefined;
  let frame = 0;
  /** No further question before that moment, unless the answer comes. */
  let waitingUntil = 0;
  let again = false;
  /** What the person set last; the host's answers to what was set before it are not drawn over it. */
  let own: { readonly span: TimeSpan | undefined; readonly until: number } | undefined;

  const end = (of: AuditHistogram): number => of.from + of.bins.length * of.step;
  const span = (): TimeSpan | undefined => dragged?.span ?? shown?.chosen;
  const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

  function binAt(event: MouseEvent): number {
    const box = plot.getBoundingClientRect();
    const part = (event.clientX - box.left) / Math.max(1, box.width);
    const count = shown?.bins.length ?? 1;
    return clamp(Math.floor(part * count), 0, count - 1);
  }
  function spanOf(of: AuditHistogram, a: number, b: number): TimeSpan {
    const [first, last] = [Math.min(a, b), Math.max(a, b)];
    return { from: of.from + first * of.step, to: of.from + (last + 1) * of.step };
  }
  /** Tells the host at the end of this frame. */
  function tell(): void {
    own = { span: span(), until: performance.now() + answerMs };
    if (frame === 0) frame = requestAnimationFrame(send);
  }
  /** One question at a time: while its answer is drawn the person may be elsewhere already. */
  function send(): void {
    frame = 0;
    const asked = span();
    const now = performance.now();
    if (now < waitingUntil) again = true;
    else {
      waitingUntil = now + answerMs;
      again = false;
      onRange(asked);
    }
  }
  function answered(): void {
    if (waitingUntil === 0) return;
    waitingUntil = 0;
    if (again && frame === 0) frame = requestAnimationFrame(send);
  }

  function drawSpan(): void {
    if (!shown) return;
    const { from, step, bins } = shown;
    const scale = { step, zone };
    const chosen = span();
    const total = bins.length * step;
    const left = chosen ? clamp((chosen.from - from) / total, 0, 1) : 0;
    const right = chosen ? clamp((chosen.to - from) / total, 0, 1) : 1;
    shade.hidden = !chosen;
    shade.style.left = `${left * 100}%`;
    shade.style.width = `${(right - left) * 100}%`;
    all.hidden = !chosen;
    for (const [index, handle] of handles.entries()) {
      const part = index === 0 ? left : right;
      handle.style.left = `${part * 100}%`;
      const at = Math.round(part * bins.length);
      handle.setAttribute('aria-valuemin', '0');
      handle.setAttribute('aria-valuemax', String(bins.length));
      handle.setAttribute('aria-valuenow', String(at));
      handle.setAttribute('aria-valuetext', strings.moment(from + at * step, scale));
    }
    const whole = strings.chosen(chosen?.from ?? from, chosen?.to ?? end(shown), scale);
    setText(readout, [whole, ...besideAxis(shown)].join(' · '));
    for (const [index, side] of (['before', 'after'] as const).entries()) {
      const [button, count] = [outside[index], sum(shown.outside?.[side])];
      if (!button) continue;
      button.hidden = count === 0;
      setText(button, strings[side === 'before' ? 'earlier' : 'later'](count));
    }
  }

  /** The events that the axis leaves out on one side, and no others. */
  function keepOutside(side: 'before' | 'after'): void {
    if (!shown?.outside) return;
    const { first, last } = shown.outside;
    const chosen = side === 'before' ? { from: first, to: shown.from } : { from: end(shown), to: last + 1 };
    shown = { ...shown, chosen };
    drawSpan();
    tell();
  }

  function clear(): void {
    if (!shown) return;
    shown = withoutChoice(shown);
    drawSpan();
    // Like all that is set: told at once it could be overtaken by what was set a moment before.
    tell();
  }

  function moveByKey(which: 'from' | 'to', event: KeyboardEvent): void {
    if (!shown || event.altKey || event.ctrlKey || event.metaKey) return;
    const { from, step, bins } = shown;
    const count = bins.length;
    const chosen = span() ?? { from, to: end(shown) };
    // A stretch outside the axis is moved from its end.
    const low = clamp(Math.round((chosen.from - from) / step), 0, count - 1);
    const high = clamp(Math.round((chosen.to - from) / step), low + 1, count);
    const now = which === 'from' ? low : high;
    const page = Math.max(1, Math.round(count / 10));
    const to = {
      ...{ ArrowLeft: now - 1, ArrowDown: now - 1, ArrowRight: now + 1, ArrowUp: now + 1 },
      ...{ PageDown: now - page, PageUp: now + page, Home: 0, End: count },
    }[event.key];
    if (event.key === 'Escape') clear();
    else if (to === undefined) return;
    else {
      const first = which === 'from' ? clamp(to, 0, high - 1) : low;
      const last = which === 'to' ? clamp(to, low + 1, count) : high;
      const next = { from: from + first * step, to: from + last * step };
      const isAll = first === 0 && last === count;
      shown = { ...withoutChoice(shown), ...(isAll ? {} : { chosen: next }) };
      drawSpan();
      tell();
    }
    event.preventDefault();
  }

  plot.addEventListener('pointerdown', (event) => {
    if (!shown || event.button !== 0 || handles.includes(event.target as HTMLDivElement)) return;
    plot.setPointerCapture(event.pointerId);
    const anchor = binAt(event);
    dragged = { anchor, span: spanOf(shown, anchor, anchor) };
    drawSpan();
    tell();
  });
  for (const [index, handle] of handles.entries()) {
    handle.addEventListener('pointerdown', (event) => {
      const chosen = span() ?? (shown && { from: shown.from, to: end(shown) });
      if (!shown || !chosen || event.button !== 0) return;
      plot.setPointerCapture(event.pointerId);
      const fixed = index === 0 ? chosen.to - shown.step : chosen.from;
      const anchor = clamp(Math.round((fixed - shown.from) / shown.step), 0, shown.bins.length - 1);
      dragged = { anchor, span: chosen };
      event.stopPropagation();
    });
  }
  plot.addEventListener('pointermove', (event) => {
    if (!shown) return;
    const bin = binAt(event);
    if (dragged) {
      dragged.span = spanOf(shown, dragged.anchor, bin);
      drawSpan();
      tell();
    } else {
      const { from, step, bins } = shown;
      setText(readout, strings.bin(from + bin * step, { step, zone }, bins[bin] ?? []));
    }
  });
  const release = (): void => {
    if (!dragged || !shown) return;
    shown = { ...shown, chosen: dragged.span };
    dragged = undefined;
    tell();
  };
  plot.addEventListener('pointerup', release);
  plot.addEventListener('pointercancel', release);
  plot.addEventListener('pointerleave', drawSpan);
  all.addEventListener('click', () => {
    clear();
    handles[0]?.focus();
  });
  table.addEventListener('click', () => shown && onTable(shown));

  const drawBars = (): void => {
    if (shown && width > 0) bars.draw(shown, width);
  };
  new ResizeObserver(() => {
    if (plot.clientWidth === width) return;
    width = plot.clientWidth;
    drawBars();
  }).observe(plot);

  return {
    element: root,
    line,
    isDragged: () => dragged !== undefined,
    answered,
    draw(histogram, shownZone) {
      zone = shownZone;
      const name = strings.histogram(zone.name);
      setAttribute(root, 'aria-label', name);
      setAttribute(plot, 'title', `${name}. ${strings.histogramHint}`);
      root.hidden = line.hidden = histogram === undefined;
      if (!histogram) {
        shown = undefined;
        return;
      }
      if (own && (performance.now() > own.until || isSame(own.span, histogram.chosen))) own = undefined;
      shown = own ? { ...withoutChoice(histogram), ...(own.span ? { chosen: own.span } : {}) } : histogram;
      const key = JSON.stringify([histogram.from, histogram.step, histogram.bins]);
      if (key !== drawnBins) {
        drawnBins = key;
        drawBars();
      }
      drawSpan();
    },
  };
}

const isSame = (a: TimeSpan | undefined, b: TimeSpan | undefined): boolean =>
  a?.from === b?.from && a?.to === b?.to;

function withoutChoice({ chosen: _, ...histogram }: AuditHistogram): AuditHistogram {
  return histogram;
}

const sum = (bin: readonly number[] = []): number => bin.reduce((all, count) => all + count, 0);

/** What the bars do not show. */
function besideAxis({ undated, outside }: AuditHistogram): readonly string[] {
  const count = sum(outside?.before) + sum(outside?.after);
  return [...(count > 0 ? [strings.outside(count)] : []), ...(undated > 0 ? [strings.undated(undated)] : [])];
}
