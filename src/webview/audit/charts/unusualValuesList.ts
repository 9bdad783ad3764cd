import type { AuditUnusual, AuditUnusualValue } from '../../../protocol/audit.ts';
import { auditStrings as strings } from '../../shared/auditStrings.ts';
import { element } from '../../shared/dom.ts';
import { moveFocusByKey } from '../../shared/roving.ts';

/**
 * Creates an explanation and, if there are values, the list of the unusual values. `onChoose` is called with the
 * 0-based index of the value to filter by.
 */
export function createUnusualValuesList(
  { lead, text, values }: AuditUnusual,
  onChoose: (index: number) => void,
): readonly Node[] {
  const explanation = element(
    'div',
    { class: 'unusual-lead' },
    element('p', {}, lead),
    element('p', {}, text),
  );
  if (values.length === 0) return [explanation];
  const hint = element('span', { class: 'unseen', id: 'unusual-hint' }, strings.unusualValuesHint);
  const buttons = values.map((value, index) => {
    const button = createValueButton(value, index);
    button.addEventListener('click', () => onChoose(index));
    return button;
  });
  const items = buttons.map((button) => element('li', {}, button));
  const list = element('ol', { class: 'unusual-values', 'aria-label': strings.unusualValues }, ...items);
  list.addEventListener('keydown', (event) => moveFocusByKey(buttons, event, ['ArrowUp', 'ArrowDown']));
  return [explanation, hint, list];
}

function createValueButton(value: AuditUnusualValue, index: number): HTMLButtonElement {
  const { field, label, here, rest, hereText, restText } = value;
  const button = element('button', {
    type: 'button',
    class: 'unusual-value',
    tabindex: index === 0 ? '0' : '-1',
    'aria-describedby': 'unusual-hint',
  });
  button.title = label;
  const name = element('span', { class: 'unusual-name' }, label);
  const head = element(
    'span',
    { class: 'unusual-head' },
    element('span', { class: 'field' }, field),
    ' ',
    name,
  );
  button.append(
    head,
    ' ',
    createShareBar(strings.displayedShare, here, hereText),
    ' ',
    createShareBar(strings.otherShare, rest, restText),
  );
  return button;
}

function createShareBar(name: string, percent: number, text: string): HTMLElement {
  const filled = element('span', { class: 'filled' });
  filled.style.width = `${Math.max(0, Math.min(100, percent))}%`;
  const parts = [
    element('span', { class: 'of' }, name),
    element('span', { class: 'track' }, filled),
    element('span', { class: 'amount' }, text),
  ];
  return element('span', { class: 'unusual-bar' }, ...parts.flatMap((part) => [part, ' ']));
}
