import * as vscode from 'vscode';
import { findQueryText } from '../../../core/audit/feed/queryOf.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { AuditModel } from '../model/auditModel.ts';
import { cleanLines, describeEvent, type EventDescription } from './eventDescription.ts';

/**
 * Returns the text of an event's document: a title and a subtitle, then sections. The lines below a section's heading
 * are indented, so that the editor can fold the section. The grammar `syntaxes/vaultsql-event.tmLanguage.json`
 * highlights the text. It recognizes a query by the tab at the start of each line.
 */
export function formatEventText(event: AuditEvent, model: Pick<AuditModel, 'masking' | 'marks'>): string {
  const { title, subtitle, note, groups } = describeEvent(event, model);
  const width = Math.max(...groups.flatMap(({ rows }) => rows.map((row) => row.label.length)));
  const sections = [
    ...createContentSection(model.masking.maskEvent(event)),
    ...createNoteSection(note),
    ...groups.map((group) => createFieldSection(group, width)),
  ];
  const head = [title || vscode.l10n.t('Audit event'), subtitle].filter(Boolean);
  return `${[head, ...sections].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

type Section = readonly string[];

function createContentSection(shown: AuditEvent): readonly Section[] {
  const content = shown.request.data?.content;
  if (!content) return [];
  const lines = cleanLines(content);
  return findQueryText(shown) === undefined
    ? [[vscode.l10n.t('Content'), ...lines.map((line) => `    ${line}`)]]
    : [[vscode.l10n.t('Query'), ...lines.map((line) => `\t${line}`)]];
}

function createNoteSection(note: string | undefined): readonly Section[] {
  if (note === undefined) return [];
  const lines = note === '' ? [vscode.l10n.t('Marked')] : note.split('\n');
  return [[vscode.l10n.t('Note'), ...lines.map((line) => `    ${line}`)]];
}

function createFieldSection({ label, rows }: EventDescription['groups'][number], width: number): Section {
  return [
    label,
    ...rows.map((row) => {
      const value = row.failed ? vscode.l10n.t('{0} · failed', row.text) : row.text;
      return `  ${row.label.padEnd(width)}  ${value}`;
    }),
  ];
}
