/**
 * Loaded events by time: drag over the bars to keep a stretch, or move its two ends by the keyboard; a table of the
 * same figures is shown on request.
 */
import { type ShownZone, utc } from '../../../core/audit/feed/zones.ts';
import { placeOn } from '../../../core/audit/table/histogram.ts';
import type { AuditHistogram } from '../../../protocol/audit.ts';
import { auditStrings as strings } from '../../shared/auditStrings.ts';
import { element, icon, setAttribute, setText } from '../../shared/dom.ts';
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
  /** What the person set last; the host's answers to what was set before it are not drawn over it. */
  let own: { readonly span: TimeSpan | undefined; readonly until: number } | undefined;

  const span = (): TimeSpan | undefined => dragged?.span ?? shown?.chosen;
  const questions = createQuestions(() => onRange(span()));

  function binAt(event: MouseEvent): number {
    const box = plot.getBoundingClientRect();
    const part = (event.clientX - box.left) / Math.max(1, box.width);
    const count = shown?.bins.length ?? 1;
    return clamp(Math.floor(part * count), 0, count - 1);
  }
  function tell(): void {
    own = { span: span(), until: performance.now() + answerMs };
    questions.ask();
  }
  /** `undefined`: all of the time. Told in a frame of its own too: at once, it would overtake the choice before it. */
  function choose(chosen: TimeSpan | undefined): void {
    if (!shown) return;
    shown = { ...withoutChoice(shown), ...(chosen && { chosen }) };
    drawSpan();
    tell();
  }

  function drawSpan(): void {
    if (!shown) return;
    const { edges, step, bins } = shown;
    const scale = { step, zone };
    const chosen = span();
    const left = chosen ? placeOn(edges, chosen.from) / bins.length : 0;
    const right = chosen ? placeOn(edges, chosen.to) / bins.length : 1;
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
      handle.setAttribute('aria-valuetext', strings.moment(edge(shown, at), scale));
    }
    const { from: first, to: last } = chosen ?? whole(shown);
    setText(readout, [strings.chosen(first, last, scale), ...besideAxis(shown)].join(' · '));
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
    choose(side === 'before' ? { from: first, to: edge(shown, 0) } : { from: end(shown), to: last + 1 });
  }

  function moveByKey(which: 'from' | 'to', event: KeyboardEvent): void {
    if (!shown || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape') choose(undefined);
    else {
      const moved = movedByKey(shown, span() ?? whole(shown), which, event.key);
      if (!moved) return;
      choose(isSame(moved, whole(shown)) ? undefined : moved);
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
      const chosen = span() ?? (shown && whole(shown));
      if (!shown || !chosen || event.button !== 0) return;
      plot.setPointerCapture(event.pointerId);
      const fixed = Math.round(placeOn(shown.edges, index === 0 ? chosen.to : chosen.from));
      const anchor = clamp(index === 0 ? fixed - 1 : fixed, 0, shown.bins.length - 1);
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
      const { step, bins } = shown;
      const scale = { step, zone };
      setText(readout, strings.bin(edge(shown, bin), edge(shown, bin + 1), scale, bins[bin] ?? []));
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
    choose(undefined);
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
    answered: questions.answered,
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
      const key = JSON.stringify([histogram.edges, histogram.bins]);
      if (key !== drawnBins) {
        drawnBins = key;
        drawBars();
      }
      drawSpan();
    },
  };
}

/** Asks in the next frame, one question at a time: while an answer is drawn the person may be elsewhere already. */
function createQuestions(send: () => void) {
  let frame = 0;
  /** No further question before that moment, unless the answer comes. */
  let waitingUntil = 0;
  let isDue = false;

  function ask(): void {
    if (frame === 0) frame = requestAnimationFrame(sendUnlessWaiting);
  }
  function sendUnlessWaiting(): void {
    frame = 0;
    const now = performance.now();
    isDue = now < waitingUntil;
    if (isDue) return;
    waitingUntil = now + answerMs;
    send();
  }
  function answered(): void {
    if (waitingUntil === 0) return;
    waitingUntil = 0;
    if (isDue) ask();
  }
  return { ask, answered };
}

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));
const edge = ({ edges }: AuditHistogram, place: number): number => edges[place] ?? 0;
const end = (of: AuditHistogram): number => edge(of, of.bins.length);
const whole = (of: AuditHistogram): TimeSpan => ({ from: edge(of, 0), to: end(of) });

/** The stretch of two bars and all between them, in either order. */
function spanOf(of: AuditHistogram, a: number, b: number): TimeSpan {
  return { from: edge(of, Math.min(a, b)), to: edge(of, Math.max(a, b) + 1) };
}

/** A stretch after a key has moved one of its ends by whole bars; undefined where the key moves nothing. */
function movedByKey(
  of: AuditHistogram,
  chosen: TimeSpan,
  which: 'from' | 'to',
  key: string,
): TimeSpan | undefined {
  const count = of.bins.length;
  // A stretch outside the axis is moved from its end.
  const low = clamp(Math.round(placeOn(of.edges, chosen.from)), 0, count - 1);
  const high = clamp(Math.round(placeOn(of.edges, chosen.to)), low + 1, count);
  const now = which === 'from' ? low : high;
  const page = Math.max(1, Math.round(count / 10));
  const to = {
    ...{ ArrowLeft: now - 1, ArrowDown: now - 1, ArrowRight: now + 1, ArrowUp: now + 1 },
    ...{ PageDown: now - page, PageUp: now + page, Home: 0, End: count },
  }[key];
  if (to === undefined) return undefined;
  const first = which === 'from' ? clamp(to, 0, high - 1) : low;
  const last = which === 'to' ? clamp(to, low + 1, count) : high;
  return { from: edge(of, first), to: edge(of, last) };
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
