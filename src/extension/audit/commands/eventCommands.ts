import * as vscode from 'vscode';
import type { AuditFilters, FilterName } from '../../../core/audit/filters/filters.ts';
import { withValues } from '../../../core/audit/filters/localFilters.ts';
import { auditField, type FieldID, fieldValues, isTimeField } from '../../../core/audit/table/fields.ts';
import { noFilters } from '../../../core/audit/table/filter.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { CommandTable } from '../../app/commands.ts';
import type { Deps } from '../../app/deps.ts';
import type { Messages } from '../../platform/messages.ts';
import { filterLabel } from '../labels.ts';
import type { AuditModel } from '../model/auditModel.ts';
import { ofShown } from '../model/ofShown.ts';
import type { RequestFlow } from '../model/requestFlow.ts';
import { serviceFilter } from '../serviceFilter.ts';
import type { EventDocuments } from '../views/documents.ts';
import { type AuditNode, besideList, isValueNode } from '../views/tree/auditNode.ts';
import { shownValue } from '../views/tree/items.ts';
import { chosenEvent } from './chosenEvent.ts';

export interface EventParts extends Pick<Deps, 'clipboard' | 'messages'> {
  readonly documents: EventDocuments;
  readonly flow: Pick<RequestFlow, 'load' | 'search'>;
  readonly model: Pick<AuditModel, 'filters' | 'masking' | 'selection' | 'state' | 'trail'>;
  readonly view: Pick<vscode.TreeView<AuditNode>, 'selection'>;
}

/** Commands on one event or one of its values. */
export function eventCommands(parts: EventParts): CommandTable {
  const { clipboard, documents, flow, messages, model } = parts;
  /** Events that share a value with the chosen one, asked of the service; other filters would hide some. */
  const showSame = async (argument: unknown, filter: FilterName, field: FieldID): Promise<unknown> => {
    const event = await chosenEvent(parts, argument);
    if (!event) return undefined;
    const [value] = fieldValues(event, field);
    if (value === undefined)
      return messages.info(vscode.l10n.t('This event has no {0}.', filterLabel(filter)));
    // The service knows nothing of the events of a file, which may be another's.
    if (model.state.file())
      return model.filters.setLocal(withValues(noFilters, field, await sharing(model, field, value), 'only'));
    return flow.search({
      ...kept(model.filters.requested()),
      [filter]: value,
    });
  };
  /** Filters the loaded events by a value, and by no other of its field. */
  const filterHere = async (argument: unknown, how: 'only' | 'not'): Promise<void> => {
    const node = await chosenValue(parts, argument);
    if (!node) return;
    const values = await sharing(model, node.field, node.value);
    model.filters.setLocal(withValues(model.filters.applied().local, node.field, values, how));
  };
  return {
    'vaultsql.audit.openEvent': async (argument, how) => {
      const event = await chosenEvent(parts, argument);
      return event && documents.openEvent(event, how === besideList);
    },
    'vaultsql.audit.openQuery': async (argument) => {
      const event = await chosenEvent(parts, argument);
      if (event && !(await documents.openQuery(event, model.state.origin()))) await sayNoQuery(messages);
    },
    'vaultsql.audit.runQueryAgain': async (argument) => {
      const event = await chosenEvent(parts, argument);
      if (!event) return undefined;
      if (!(await documents.openQuery(event, model.state.origin()))) return sayNoQuery(messages);
      return vscode.commands.executeCommand('vaultsql.query.run');
    },
    'vaultsql.audit.compareQuery': async (argument) => {
      const open = vscode.window.visibleTextEditors.find(
        ({ document }) => document.languageId === 'vaultsql' && document.uri.scheme !== 'vaultsql-audit',
      );
      const event = await chosenEvent(parts, argument);
      if (!event) return undefined;
      if (!open) return messages.info(vscode.l10n.t('First open the .vaultsql file to compare with.'));
      return (await documents.compareQuery(event, open.document.uri, model.state.origin()))
        ? undefined
        : sayNoQuery(messages);
    },
    'vaultsql.audit.showLiterals': async (argument) => {
      const event = await chosenEvent(parts, argument);
      if (event) model.masking.reveal(event);
    },
    'vaultsql.audit.maskLiterals': async (argument) => {
      const event = await chosenEvent(parts, argument);
      if (event && model.masking.isRevealed(event)) model.masking.toggleReveal(event);
    },
    'vaultsql.audit.showSameRequest': (argument) => showSame(argument, 'context.requestID', 'requestID'),
    'vaultsql.audit.showSameSession': (argument) => showSame(argument, 'context.sessionID', 'sessionID'),
    'vaultsql.audit.showSameToken': (argument) => showSame(argument, 'context.jwtID', 'jwtID'),
    'vaultsql.audit.onlyThis': (argument) => filterHere(argument, 'only'),
    'vaultsql.audit.filterService': async (argument) => {
      const node = await chosenValue(parts, argument);
      if (!node) return undefined;
      const { field, value } = node;
      const asked = serviceFilter(model.state, auditField(field), value);
      if ('refusal' in asked) return messages.info(asked.refusal);
      return flow.load({ ...model.filters.requested(), ...asked.filters });
    },
    'vaultsql.audit.notThis': (argument) => filterHere(argument, 'not'),
    'vaultsql.audit.copyValue': async (argument) => {
      const node = await chosenValue(parts, argument);
      if (!node) return;
      const { field, value, event } = node;
      // As it is shown, but for times: those keep the form of the service.
      const isShown = event && !isTimeField(field);
      await clipboard.write(
        isShown ? shownValue(event, field, value, model.masking) : model.masking.value(field, value),
      );
    },
  };
}

/** The account of a search stays; what else was filtered would hide events of the same request. */
const kept = ({ accountID }: AuditFilters): AuditFilters => (accountID ? { accountID } : {});

const sayNoQuery = (messages: Pick<Messages, 'info'>): Promise<void> =>
  messages.info(vscode.l10n.t('This event has no query.'));

/** The values of loaded events that hold `value`: a list counts as one value, and `value` may be a part of it. */
async function sharing(
  model: Pick<AuditModel, 'state' | 'trail'>,
  field: FieldID,
  value: string,
): Promise<readonly string[]> {
  const seen = await ofShown(model.state, () => model.trail.values(model.state.listing(), field));
  const found = seen.filter(({ parts }) => parts.includes(value)).flatMap((one) => one.value ?? []);
  return found.length > 0 ? found : [value];
}

async function chosenValue(
  { messages, view }: Pick<EventParts, 'messages' | 'view'>,
  argument: unknown,
): Promise<{ readonly field: FieldID; readonly value: string; readonly event?: AuditEvent } | undefined> {
  const node = isValueNode(argument) ? argument : view.selection.find(isValueNode);
  if (node?.kind === 'value') return node;
  const { field, value } = node ?? {};
  if (field !== undefined && value !== undefined) return { field, value };
  await messages.info(vscode.l10n.t('Select a value of an event in the Audit Events view first.'));
  return undefined;
}
