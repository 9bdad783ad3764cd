import { cleanForDisplay } from '../../core/messages/oneLine.ts';
import type { AuditDetail, AuditFieldGroup } from '../../protocol/audit.ts';
import { auditStrings } from '../shared/auditStrings.ts';
import { createIcon, element } from '../shared/dom.ts';
import { createHighlightedNodes } from '../shared/grid/highlight.ts';
import { parseJsonTreeNodes } from '../shared/jsonNodes.ts';
import { strings } from '../shared/strings.ts';
import { Tree } from '../shared/tree.ts';

export function createEventDetail(
  { title, json, note, code, groups }: AuditDetail,
  hits: RegExp | undefined,
): HTMLElement {
  const tree = new Tree(title);
  // The JSON quotes text of any sender of a request, so bidirectional or invisible characters must not imitate other
  // text.
  tree.replaceTreeNodes(parseJsonTreeNodes(json, cleanForDisplay));
  const parts = [
    ...(code.length > 0 ? [createCodeElement(code, hits)] : []),
    ...(note === undefined ? [] : [createNoteElement(note, hits)]),
    ...groups.map((group) => createFieldGroupElement(group, hits)),
    element('h3', {}, auditStrings.allFields),
    tree.element,
  ];
  return element('div', { class: 'event' }, ...parts);
}

function createNoteElement(note: string, hits: RegExp | undefined): HTMLElement {
  const star = createIcon('star-full');
  if (note === '') return element('p', { class: 'note' }, star, auditStrings.markedAlone);
  const text = element(
    'p',
    { class: 'note' },
    star,
    element('span', {}, ...createHighlightedNodes(note, hits)),
  );
  return element('section', { 'aria-label': auditStrings.note }, element('h3', {}, auditStrings.note), text);
}

function createCodeElement(code: AuditDetail['code'], hits: RegExp | undefined): HTMLElement {
  const pieces = code.map(({ text, kind }) =>
    element('span', { class: `code-${kind}` }, ...createHighlightedNodes(text, hits)),
  );
  return element('pre', { class: 'code', 'aria-label': auditStrings.query, role: 'group' }, ...pieces);
}

function createFieldGroupElement({ label, rows }: AuditFieldGroup, hits: RegExp | undefined): HTMLElement {
  const list = element('dl', { class: 'fields' });
  for (const { label: name, text, failed } of rows) {
    const value = element('dd', {}, ...createHighlightedNodes(text, hits));
    if (failed)
      value.prepend(createIcon('error'), element('span', { class: 'unseen' }, `${strings.failedRequest}: `));
    list.append(element('div', {}, element('dt', {}, name), value));
  }
  return element('section', { 'aria-label': label }, element('h3', {}, label), list);
}
